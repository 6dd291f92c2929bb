// SPDX-License-Identifier: GPL-3.0-or-later
// The commands that the documents show.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace loomscope {

/// One command of a document, split into words; quotes are removed.
struct DocumentCommand {
    std::vector<std::string> words;
    int line = 0;
};

/// Returns the commands in the blocks that a Markdown text marks as `sh`. A backslash joins lines; comments
/// are left out.
[[nodiscard]] std::vector<DocumentCommand> readDocumentCommands(const std::vector<std::string>& lines);

/// Returns README.md and every Markdown file below resources/docs and sample_data, sorted.
[[nodiscard]] std::vector<std::filesystem::path> findDocuments(const std::filesystem::path& root);

}  // namespace loomscope
