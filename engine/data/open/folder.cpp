// SPDX-License-Identifier: Apache-2.0
#include "engine/data/open/folder.h"

#include "engine/data/vocabulary.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>
#include <vector>

namespace loomscope {

namespace {

constexpr std::size_t kNamesShown = 8;
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kParts = {{{"train", "train"},
                                                                                  {"dev", "dev"},
                                                                                  {"valid", "dev"},
                                                                                  {"validation", "dev"},
                                                                                  {"val", "dev"},
                                                                                  {"test", "test"}}};

/// What one sees in a folder, by name.
struct FolderContent {
    std::vector<std::filesystem::path> files;
    std::vector<std::filesystem::path> folders;
    std::vector<std::string> names;  ///< of files and of folders, those with a final slash
};

Result<FolderContent> list(const std::string& folder) {
    std::error_code error;
    FolderContent content;
    for (auto entry = std::filesystem::directory_iterator(folder, error);
         !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        std::error_code unknown;
        if (name.starts_with('.')) {
            continue;
        }
        if (entry->is_directory(unknown)) {
            content.names.push_back(name + "/");
            content.folders.push_back(entry->path());
        } else {
            content.names.push_back(name);
            content.files.push_back(entry->path());
        }
    }
    if (error) {
        return fail(ErrorCode::kIo, fmt::format("folder {} can't be read: {}", folder, error.message()));
    }
    std::ranges::sort(content.files);
    std::ranges::sort(content.names);
    return content;
}

/// The file by which a folder of parent pointers is opened.
constexpr std::string_view kWordsFile = "a.toks";

/// What could be a part: files, and folders with a file of words.
std::vector<std::filesystem::path> candidates(const FolderContent& content) {
    std::vector<std::filesystem::path> all = content.files;
    for (const std::filesystem::path& folder : content.folders) {
        std::error_code unknown;
        if (std::filesystem::is_regular_file(folder / kWordsFile, unknown)) {
            all.push_back(folder / kWordsFile);
        }
    }
    return all;
}

/// The name that says which part a file is: its own, or that of its folder.
std::string partName(const std::filesystem::path& file) {
    const bool isWords = file.filename() == kWordsFile;
    return toLower((isWords ? file.parent_path().filename() : file.stem()).string());
}

Error withoutTrain(const std::string& folder, const std::vector<std::string>& names) {
    std::string there = "It has no files";
    if (!names.empty()) {
        there = "It has ";
        for (std::size_t i = 0; i < std::min(names.size(), kNamesShown); ++i) {
            there += (i == 0 ? "" : ", ") + names[i];
        }
        there += names.size() > kNamesShown ? ", …; open one of these by its own path"
                                            : "; open one of these by its own path";
    }
    return {.code = ErrorCode::kNotFound,
            .message = fmt::format(
                "folder {} has no file called train (beside it, dev and test are read). {}", folder, there)};
}

}  // namespace

std::vector<std::string> findStructureFiles(const std::string& folder) {
    constexpr std::array<std::string_view, 2> kStructures = {".xyz", ".mol"};
    constexpr std::array<std::string_view, 2> kDescriptions = {".md", ".tsv"};
    const auto content = list(folder);
    std::vector<std::string> files;
    if (!content) {
        return files;
    }
    for (const std::filesystem::path& file : content->files) {
        const std::string extension = toLower(file.extension().string());
        if (std::ranges::find(kStructures, extension) != kStructures.end()) {
            files.push_back(file.string());
        } else if (file.stem() != "LICENSE" &&
                   std::ranges::find(kDescriptions, extension) == kDescriptions.end()) {
            return {};
        }
    }
    return files;
}

Result<FolderParts> findParts(const std::string& folder) {
    LOOM_TRY(const FolderContent content, list(folder));
    std::map<std::string_view, std::string> found;
    for (const std::filesystem::path& file : candidates(content)) {
        const std::string stem = partName(file);
        const auto known =
            std::ranges::find(kParts, stem, &std::pair<std::string_view, std::string_view>::first);
        if (known == kParts.end()) {
            continue;
        }
        const auto [part, isNew] = found.try_emplace(known->second, file.string());
        if (!isNew) {
            return fail(ErrorCode::kInvalid,
                        fmt::format("folder {} has two files for its {} part, {} and {}: move one away, or "
                                    "open a file by its own path",
                                    folder, known->second, part->second, file.string()));
        }
    }
    if (!found.contains("train")) {
        return fail(withoutTrain(folder, content.names));
    }
    FolderParts parts{.train = found["train"]};
    if (found.contains("dev")) {
        parts.dev = found["dev"];
    }
    if (found.contains("test")) {
        parts.test = found["test"];
    }
    return parts;
}

}  // namespace loomscope
