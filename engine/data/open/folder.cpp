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

/// The visible files of a folder, by name.
Result<std::vector<std::filesystem::path>> listFiles(const std::string& folder) {
    std::error_code error;
    std::vector<std::filesystem::path> files;
    for (auto entry = std::filesystem::directory_iterator(folder, error);
         !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
        std::error_code unknown;
        if (!entry->is_directory(unknown) && !entry->path().filename().string().starts_with('.')) {
            files.push_back(entry->path());
        }
    }
    if (error) {
        return fail(ErrorCode::kIo, fmt::format("folder {} can't be read: {}", folder, error.message()));
    }
    std::ranges::sort(files);
    return files;
}

Error withoutTrain(const std::string& folder, const std::vector<std::filesystem::path>& files) {
    std::string there = "It has no files";
    if (!files.empty()) {
        there = "It has ";
        for (std::size_t i = 0; i < std::min(files.size(), kNamesShown); ++i) {
            there += (i == 0 ? "" : ", ") + files[i].filename().string();
        }
        there += files.size() > kNamesShown ? ", …; open one of these by its own path"
                                            : "; open one of these by its own path";
    }
    return {.code = ErrorCode::kNotFound,
            .message = fmt::format(
                "folder {} has no file called train (beside it, dev and test are read). {}", folder, there)};
}

}  // namespace

Result<FolderParts> findParts(const std::string& folder) {
    LOOM_TRY(const auto files, listFiles(folder));
    std::map<std::string_view, std::string> found;
    for (const std::filesystem::path& file : files) {
        const std::string stem = toLower(file.stem().string());
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
        return fail(withoutTrain(folder, files));
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
