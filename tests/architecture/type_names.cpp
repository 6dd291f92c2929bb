// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/architecture/type_names.h"

#include "tests/architecture/code_text.h"

#include <algorithm>
#include <regex>

namespace loomscope {

namespace {

/// The name of the type that a declaration before a brace defines, or an empty text.
std::string typeName(const std::string& header) {
    static const std::regex pattern(
        R"((^|\s|>)(class|struct|union|enum|enum class)\s+(\w+)\s*(final\s*)?(:[^:][^()]*)?$)");
    std::smatch match;
    return std::regex_search(header, match, pattern) ? match[3].str() : std::string();
}

bool isNamedNamespace(const std::string& header) {
    static const std::regex pattern(R"(^\s*(inline\s+)?namespace\s+[\w:]+\s*$)");
    return std::regex_search(header, pattern);
}

}  // namespace

std::vector<std::string> findTypeNames(const std::vector<std::string>& lines) {
    std::string text;
    for (const auto& line : lines) {
        text += line + '\n';
    }
    std::vector<std::string> names;
    std::vector<bool> isShared;  // for each open brace: whether it is that of a named namespace
    std::string header;
    for (const char c : blankNonCode(std::move(text))) {
        if (c == '{') {
            const bool isOutermost = std::ranges::all_of(isShared, [](bool shared) { return shared; });
            if (auto name = typeName(header); isOutermost && !isShared.empty() && !name.empty()) {
                names.push_back(std::move(name));
            }
            isShared.push_back(isNamedNamespace(header));
        } else if (c == '}' && !isShared.empty()) {
            isShared.pop_back();
        }
        if (c == '{' || c == '}' || c == ';') {
            header.clear();
        } else {
            header += c == '\n' ? ' ' : c;
        }
    }
    return names;
}

}  // namespace loomscope
