// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/architecture/document_commands.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace loomscope {

namespace {

/// Splits a shell line at blanks; single and double quotes hold words together, `#` at the start of a word
/// ends the line.
std::vector<std::string> splitWords(std::string_view line) {
    std::vector<std::string> words;
    std::string word;
    char quote = 0;
    bool isOpen = false;
    for (const char c : line) {
        if (quote != 0 || (c != ' ' && c != '\t')) {
            if (c == '#' && !isOpen) {
                return words;
            }
            isOpen = true;
            const bool isQuote = quote == 0 ? c == '"' || c == '\'' : c == quote;
            if (isQuote) {
                quote = quote == 0 ? c : 0;
            } else {
                word += c;
            }
        } else if (isOpen) {
            words.push_back(std::exchange(word, {}));
            isOpen = false;
        }
    }
    if (isOpen) {
        words.push_back(word);
    }
    return words;
}

}  // namespace

std::vector<DocumentCommand> readDocumentCommands(const std::vector<std::string>& lines) {
    std::vector<DocumentCommand> commands;
    bool isShell = false;
    std::string pending;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines[i].starts_with("```")) {
            isShell = lines[i] == "```sh";
        } else if (isShell && lines[i].ends_with('\\')) {
            pending += lines[i].substr(0, lines[i].size() - 1);
        } else if (isShell) {
            const std::string line = std::exchange(pending, {}) + lines[i];
            if (auto words = splitWords(line); !words.empty()) {
                commands.push_back({std::move(words), static_cast<int>(i) + 1});
            }
        }
    }
    return commands;
}

std::vector<std::filesystem::path> findDocuments(const std::filesystem::path& root) {
    std::vector<std::filesystem::path> documents = {root / "README.md"};
    for (const auto& folder : {root / "resources" / "docs", root / "sample_data"}) {
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
            if (entry.path().extension() == ".md") {
                documents.push_back(entry.path());
            }
        }
    }
    std::ranges::sort(documents);
    return documents;
}

}  // namespace loomscope
