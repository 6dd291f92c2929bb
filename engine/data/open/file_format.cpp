// SPDX-License-Identifier: Apache-2.0
#include "engine/data/open/file_format.h"

#include "engine/base/names.h"
#include "engine/data/readers/text_encoding.h"
#include "engine/data/vocabulary.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <span>

namespace loomscope {

namespace {

constexpr std::size_t kSampleBytes = std::size_t{64} << 10U;
constexpr std::string_view kBlank = " \t\r\n";

struct NamedFormat {
    std::string_view name;
    FileFormat format;
};
constexpr std::array<NamedFormat, 5> kFormats = {{{"ptb", FileFormat::kBrackets},
                                                  {"sst", FileFormat::kBrackets},
                                                  {"csv", FileFormat::kTable},
                                                  {"tsv", FileFormat::kTable},
                                                  {"smi", FileFormat::kTable}}};
constexpr std::array<NamedFormat, 10> kExtensions = {{{".ptb", FileFormat::kBrackets},
                                                      {".mrg", FileFormat::kBrackets},
                                                      {".tree", FileFormat::kBrackets},
                                                      {".trees", FileFormat::kBrackets},
                                                      {".parse", FileFormat::kBrackets},
                                                      {".csv", FileFormat::kTable},
                                                      {".tsv", FileFormat::kTable},
                                                      {".smi", FileFormat::kTable},
                                                      {".smiles", FileFormat::kTable},
                                                      {".gz", FileFormat::kTable}}};
constexpr std::array<std::string_view, 8> kUnsupported = {".sdf",   ".mol",    ".xyz",    ".json",
                                                          ".jsonl", ".conllu", ".sqlite", ".zip"};

std::optional<FileFormat> find(std::span<const NamedFormat> formats, std::string_view name) {
    const auto found = std::ranges::find(formats, name, &NamedFormat::name);
    return found == formats.end() ? std::nullopt : std::optional(found->format);
}

std::vector<std::string_view> formatNames() {
    std::vector<std::string_view> names;
    std::ranges::transform(kFormats, std::back_inserter(names), &NamedFormat::name);
    return names;
}

/// Whether some line begins with a bracket.
bool hasBracketLine(std::string_view text) {
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        const std::size_t first = line.find_first_not_of(kBlank);
        if (first != std::string_view::npos && line[first] == '(') {
            return true;
        }
        text.remove_prefix(std::min(text.size(), line.size() + 1));
    }
    return false;
}

}  // namespace

Result<FileFormat> chooseFormat(const std::string& path, std::string_view content,
                                const std::optional<std::string>& asked) {
    if (asked) {
        const auto format = find(kFormats, toLower(*asked));
        if (!format) {
            const auto names = formatNames();
            return fail(ErrorCode::kInvalid,
                        fmt::format("unknown format '{}' (did you mean {}?). Formats are {}", *asked,
                                    nearestName(*asked, names), joinNames(names)));
        }
        return *format;
    }
    const std::string extension = toLower(std::filesystem::path(path).extension().string());
    if (const auto format = find(kExtensions, extension)) {
        return *format;
    }
    if (std::ranges::find(kUnsupported, extension) != kUnsupported.end()) {
        return fail(
            ErrorCode::kInvalid,
            fmt::format(
                "{}: {} files can't be read. Formats are {}; if it is one of these, say so with --format",
                path, extension, joinNames(formatNames())));
    }
    const DecodedText sample = decodeText(content.substr(0, kSampleBytes));
    const std::string_view text = sample.text();
    if (text.find('\0') != std::string_view::npos) {
        return fail(ErrorCode::kParse,
                    fmt::format("{} is not a text file. Formats are {}", path, joinNames(formatNames())));
    }
    const bool isEmpty = text.find_first_not_of(kBlank) == std::string_view::npos;
    return isEmpty || hasBracketLine(text) ? FileFormat::kBrackets : FileFormat::kTable;
}

}  // namespace loomscope
