// SPDX-License-Identifier: GPL-3.0-or-later
// The project's own files, as the architecture tests read them.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace loomscope {

/// A text file of ours; `path` is relative to the root of the repository, with '/' between its parts.
struct SourceFile {
    std::string path;
    std::vector<std::string> lines;
};

/// Reads all C++ and CUDA files below engine, storage, viz, gui, tests and sample_data, sorted by path.
/// Throws std::runtime_error if one can't be read.
[[nodiscard]] std::vector<SourceFile> readSourceTree(const std::filesystem::path& root);

/// Splits at line ends; a last line without one counts.
[[nodiscard]] std::vector<std::string> splitLines(std::string_view text);

/// Returns the middle length of the files in lines (0 without files).
[[nodiscard]] std::size_t medianLength(const std::vector<SourceFile>& files);

/// Returns the names that say nothing, found in a file's name ("Utils", "Helpers", "Common", "Manager"), if
/// any.
[[nodiscard]] bool hasEmptyName(std::string_view path);

/// Returns the licence line that a file must start with: Apache-2.0 in engine and storage, else
/// GPL-3.0-or-later.
[[nodiscard]] std::string licenceLine(std::string_view path);

}  // namespace loomscope
