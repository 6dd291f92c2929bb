// SPDX-License-Identifier: Apache-2.0
#include "engine/data/open/file_format.h"

#include "engine/base/names.h"
#include "engine/data/open/content_recognition.h"
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

struct NamedFormat {
    std::string_view name;
    FileFormat format;
};
constexpr std::array kFormats{
    NamedFormat{"ptb", FileFormat::kBrackets},    NamedFormat{"sst", FileFormat::kBrackets},
    NamedFormat{"csv", FileFormat::kTable},       NamedFormat{"tsv", FileFormat::kTable},
    NamedFormat{"smi", FileFormat::kTable},       NamedFormat{"json", FileFormat::kJson},
    NamedFormat{"jsonl", FileFormat::kJsonLines}, NamedFormat{"conllu", FileFormat::kConllu},
    NamedFormat{"sick", FileFormat::kSick},       NamedFormat{"parents", FileFormat::kParents},
    NamedFormat{"tagged", FileFormat::kTagged},   NamedFormat{"sdf", FileFormat::kSdf},
    NamedFormat{"mol", FileFormat::kSdf},         NamedFormat{"xyz", FileFormat::kXyz},
    NamedFormat{"qm9", FileFormat::kXyz},
};
constexpr std::array kExtensions{
    NamedFormat{".ptb", FileFormat::kBrackets},    NamedFormat{".mrg", FileFormat::kBrackets},
    NamedFormat{".tree", FileFormat::kBrackets},   NamedFormat{".trees", FileFormat::kBrackets},
    NamedFormat{".parse", FileFormat::kBrackets},  NamedFormat{".csv", FileFormat::kTable},
    NamedFormat{".smi", FileFormat::kTable},       NamedFormat{".smiles", FileFormat::kTable},
    NamedFormat{".jsonl", FileFormat::kJsonLines}, NamedFormat{".ndjson", FileFormat::kJsonLines},
    NamedFormat{".conllu", FileFormat::kConllu},   NamedFormat{".toks", FileFormat::kParents},
    NamedFormat{".conll", FileFormat::kTagged},    NamedFormat{".bio", FileFormat::kTagged},
    NamedFormat{".iob", FileFormat::kTagged},      NamedFormat{".sdf", FileFormat::kSdf},
    NamedFormat{".sd", FileFormat::kSdf},          NamedFormat{".mol", FileFormat::kSdf},
    NamedFormat{".xyz", FileFormat::kXyz},         NamedFormat{".extxyz", FileFormat::kXyz},
};
constexpr std::array<std::string_view, 2> kUnsupported = {".sqlite", ".zip"};

std::optional<FileFormat> find(std::span<const NamedFormat> formats, std::string_view name) {
    const auto found = std::ranges::find(formats, name, &NamedFormat::name);
    return found == formats.end() ? std::nullopt : std::optional(found->format);
}

std::vector<std::string_view> formatNames() {
    std::vector<std::string_view> names;
    std::ranges::transform(kFormats, std::back_inserter(names), &NamedFormat::name);
    return names;
}

/// The extension in small letters, that of what a packed file holds.
std::string extensionOf(const std::string& path) {
    std::filesystem::path name(toLower(path));
    if (name.extension() == ".gz") {
        name = name.stem();
    }
    return name.extension().string();
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
    const std::string extension = extensionOf(path);
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
    return recogniseContent(text);
}

StructureKind kindOf(FileFormat format) {
    switch (format) {
        case FileFormat::kTable:
        case FileFormat::kSdf:
        case FileFormat::kXyz:
            return StructureKind::kMolecule;
        case FileFormat::kTagged:
            return StructureKind::kSequence;
        case FileFormat::kBrackets:
        case FileFormat::kJson:
        case FileFormat::kJsonLines:
        case FileFormat::kConllu:
        case FileFormat::kSick:
        case FileFormat::kParents:
            break;
    }
    return StructureKind::kTree;
}

}  // namespace loomscope
