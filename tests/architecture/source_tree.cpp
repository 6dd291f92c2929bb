// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/architecture/source_tree.h"

#include "tests/support/temporary_directory.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace loomscope {

namespace {

constexpr std::array<std::string_view, 6> kFolders = {"engine", "storage", "viz",
                                                      "gui",    "tests",   "sample_data"};
constexpr std::array<std::string_view, 4> kExtensions = {".h", ".cpp", ".cu", ".cuh"};
constexpr std::array<std::string_view, 4> kEmptyNames = {"util", "helper", "common", "manager"};

}  // namespace

std::vector<SourceFile> readSourceTree(const std::filesystem::path& root) {
    std::vector<SourceFile> files;
    for (const auto folder : kFolders) {
        if (!std::filesystem::is_directory(root / folder)) {
            continue;
        }
        for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
            const auto extension = entry.path().extension().string();
            if (entry.is_regular_file() && std::ranges::find(kExtensions, extension) != kExtensions.end()) {
                files.push_back({entry.path().lexically_relative(root).generic_string(),
                                 splitLines(readFile(entry.path()))});
            }
        }
    }
    std::ranges::sort(files, {}, &SourceFile::path);
    return files;
}

std::vector<std::string> splitLines(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::size_t medianLength(const std::vector<SourceFile>& files) {
    std::vector<std::size_t> lengths;
    for (const auto& file : files) {
        lengths.push_back(file.lines.size());
    }
    std::ranges::sort(lengths);
    return lengths.empty() ? 0 : lengths[lengths.size() / 2];
}

bool hasEmptyName(std::string_view path) {
    std::string name = std::filesystem::path(path).stem().string();
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
    return std::ranges::any_of(
        kEmptyNames, [&name](std::string_view word) { return name.find(word) != std::string::npos; });
}

std::string licenceLine(std::string_view path) {
    const bool isLibrary = path.starts_with("engine/") || path.starts_with("storage/");
    return std::string("// SPDX-License-Identifier: ") + (isLibrary ? "Apache-2.0" : "GPL-3.0-or-later");
}

}  // namespace loomscope
