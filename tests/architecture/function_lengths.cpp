// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/architecture/function_lengths.h"

#include "tests/architecture/code_text.h"

#include <cctype>
#include <regex>
#include <string_view>

namespace loomscope {

namespace {

/// What stands before an opening brace at namespace or class level.
enum class BraceKind { kScope, kFunction, kInitializer };

BraceKind classify(const std::string& header) {
    static const std::regex templatePrefix(
        R"(^\s*template\s*<[^{;]*?>\s*(?=(class|struct|union|enum|concept)\b))");
    static const std::regex scope(R"(^\s*(inline\s+)?(class|struct|union|enum|namespace)\b|^\s*extern\s*$)");
    const auto last = header.find_last_not_of(" \n");
    const bool isAttached = !header.empty() && header.back() != ' ' && header.back() != '\n';
    if (isAttached ||
        (last != std::string::npos && std::string_view("=,(").find(header[last]) != std::string_view::npos)) {
        return BraceKind::kInitializer;
    }
    const std::string declaration = std::regex_replace(header, templatePrefix, "");
    const bool isScope = std::regex_search(declaration, scope) || declaration.find('(') == std::string::npos;
    return isScope ? BraceKind::kScope : BraceKind::kFunction;
}

std::string nameOf(const std::string& header) {
    static const std::regex pattern(R"(([\w:~]+|operator[^\s\w(]+)\s*\()");
    std::smatch match;
    return std::regex_search(header, match, pattern) ? match[1].str() : std::string("(unnamed)");
}

/// Walks over blanked text and keeps the declaration that is being read.
class Measurer final {
public:
    std::vector<FunctionLength> measure(const std::string& text) {
        for (const char c : text) {
            line_ += c == '\n' ? 1 : 0;
            if (c == '{') {
                open();
            } else if (c == '}') {
                close();
            } else if (depth_ == 0) {
                read(c);
            }
        }
        return std::move(functions_);
    }

private:
    void open() {
        if (depth_ == 0) {
            kind_ = classify(header_);
        }
        if (depth_ == 0 && kind_ == BraceKind::kScope) {
            header_.clear();
        } else {
            ++depth_;
        }
    }

    void close() {
        const bool closesBlock = depth_ > 0 && --depth_ == 0;
        if (closesBlock && kind_ == BraceKind::kFunction) {
            functions_.push_back({nameOf(header_), firstLine_, line_ - firstLine_ + 1});
        }
        // After an initialiser the same declaration goes on.
        if (depth_ == 0 && !(closesBlock && kind_ == BraceKind::kInitializer)) {
            header_.clear();
        }
    }

    void read(char c) {
        static const std::regex access(R"(^(public|private|protected|signals)\s*(slots\s*)?:$)");
        if (header_.empty() && std::isspace(static_cast<unsigned char>(c)) != 0) {
            return;
        }
        if (header_.empty()) {
            firstLine_ = line_;
        }
        header_ += c;
        if (c == ';' || (c == ':' && std::regex_search(header_, access))) {
            header_.clear();
        }
    }

    std::vector<FunctionLength> functions_;
    std::string header_;
    BraceKind kind_ = BraceKind::kScope;
    /// Braces open inside the function or initialiser that is being skipped; 0 between declarations.
    int depth_ = 0;
    int line_ = 1;
    int firstLine_ = 1;
};

}  // namespace

std::vector<FunctionLength> measureFunctions(const std::vector<std::string>& lines) {
    std::string text;
    for (const auto& line : lines) {
        text += line + '\n';
    }
    return Measurer().measure(blankNonCode(std::move(text)));
}

}  // namespace loomscope
