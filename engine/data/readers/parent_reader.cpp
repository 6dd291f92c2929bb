// SPDX-License-Identifier: Apache-2.0
#include "engine/data/readers/parent_reader.h"

#include "engine/data/content_hash.h"
#include "engine/data/readers/file_content.h"
#include "engine/data/readers/parent_pointers.h"
#include "engine/data/readers/sick_pair.h"
#include "engine/data/readers/text_encoding.h"
#include "engine/data/readers/text_lines.h"

#include <fmt/format.h>

#include <filesystem>
#include <limits>
#include <system_error>
#include <utility>
#include <vector>

namespace loomscope {

namespace {

constexpr std::int64_t kRecordsPerReport = 512;

/// A file whose lines belong to the records in order. Owns its text; its lines borrow it.
struct LineFile {
    std::string path;
    std::string content;
    std::vector<std::string_view> lines;
};

/// The lines of a file; none at the end that are blank.
std::vector<std::string_view> linesOf(std::string_view text) {
    std::vector<std::string_view> lines;
    LineReader reader(text);
    while (const auto line = reader.next()) {
        lines.push_back(line->text);
    }
    while (!lines.empty() && trimmedText(lines.back()).empty()) {
        lines.pop_back();
    }
    return lines;
}

Result<std::unique_ptr<LineFile>> openLines(const std::string& path, const JobControl& control) {
    auto file = std::make_unique<LineFile>();
    file->path = path;
    LOOM_TRY(const std::string bytes, readFileContent(path, control));
    file->content = decodeText(bytes).text();
    file->lines = linesOf(file->content);
    return file;
}

bool isFile(const std::filesystem::path& path) {
    std::error_code unknown;
    return std::filesystem::is_regular_file(path, unknown);
}

/// One side of the records: sentences and their pointers.
struct Side {
    std::unique_ptr<LineFile> words;
    std::unique_ptr<LineFile> pointers;
    std::unique_ptr<LineFile> relations;  ///< or null

    [[nodiscard]] Result<std::vector<LooseNode>> tree(std::size_t record) const {
        return readParentPointers(words->lines[record], pointers->lines[record],
                                  relations ? relations->lines[record] : std::string_view());
    }
};

Result<void> checkLength(const LineFile& file, std::size_t wanted, const std::string& words) {
    if (file.lines.size() == wanted) {
        return {};
    }
    return fail(ErrorCode::kInvalid, fmt::format("{} has {} lines, {} has {}: they can't be joined",
                                                 file.path, file.lines.size(), words, wanted));
}

Result<Side> openSide(const std::string& path, const std::optional<std::string>& companion,
                      const JobControl& control) {
    Side side;
    LOOM_TRY(side.words, openLines(path, control));
    std::filesystem::path pointers = companion.value_or(std::string());
    for (const char* extension : {".cparents", ".parents"}) {
        const auto beside = std::filesystem::path(path).replace_extension(extension);
        if (pointers.empty() && isFile(beside)) {
            pointers = beside;
        }
    }
    if (pointers.empty()) {
        return fail(ErrorCode::kNotFound,
                    fmt::format("{} has no parent pointers beside it (a file with the same name and the "
                                "extension .cparents or .parents); name them with --companion",
                                path));
    }
    LOOM_TRY(side.pointers, openLines(pointers.string(), control));
    LOOM_TRY_VOID(checkLength(*side.pointers, side.words->lines.size(), path));
    const auto relations = std::filesystem::path(path).replace_extension(".rels");
    if (isFile(relations)) {
        LOOM_TRY(side.relations, openLines(relations.string(), control));
        LOOM_TRY_VOID(checkLength(*side.relations, side.words->lines.size(), path));
    }
    return side;
}

/// All that belongs to the records.
struct ParentFiles {
    Side a;
    std::optional<Side> b;
    std::unique_ptr<LineFile> scores;  ///< or null
    std::unique_ptr<LineFile> ids;     ///< or null

    [[nodiscard]] Result<Tree> tree(std::size_t record) const {
        LOOM_TRY(const auto first, a.tree(record));
        if (!b) {
            return assembleTree(first);
        }
        LOOM_TRY(const auto second, b->tree(record));
        return pairTrees(first, second, -1);
    }
    [[nodiscard]] std::string hash() const {
        ContentHash hash;
        for (const Side* side : {&a, b ? &*b : nullptr}) {
            if (side != nullptr) {
                hash.add(std::string_view(side->words->content));
                hash.add(std::string_view(side->pointers->content));
            }
        }
        hash.add(std::string_view(scores ? scores->content : std::string()));
        return hash.hex();
    }
};

Result<ParentFiles> openFiles(const std::string& path, const std::optional<std::string>& companion,
                              const JobControl& control) {
    ParentFiles files;
    LOOM_TRY(files.a, openSide(path, companion, control));
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    const std::filesystem::path other = folder / "b.toks";
    if (std::filesystem::path(path).filename() != "a.toks" || companion || !isFile(other)) {
        return files;
    }
    LOOM_TRY(files.b, openSide(other.string(), std::nullopt, control));
    LOOM_TRY_VOID(checkLength(*files.b->words, files.a.words->lines.size(), path));
    for (auto& [name, file] : {std::pair{"sim.txt", &files.scores}, std::pair{"id.txt", &files.ids}}) {
        if (isFile(folder / name)) {
            LOOM_TRY(*file, openLines((folder / name).string(), control));
            LOOM_TRY_VOID(checkLength(**file, files.a.words->lines.size(), path));
        }
    }
    return files;
}

float scoreOf(const LineFile& scores, std::size_t record, ReadReport& report) {
    const auto number = parseFinite(trimmedText(scores.lines[record]));
    if (!number) {
        const auto line = static_cast<std::int64_t>(record) + 1;
        report.warnings.push_back({.record = line,
                                   .line = line,
                                   .message = fmt::format("{}: '{}' is no number; the score is missing",
                                                          scores.path, scores.lines[record])});
    }
    return number ? static_cast<float>(*number) : std::numeric_limits<float>::quiet_NaN();
}

}  // namespace

Result<ReadResult> readParentFiles(std::string_view bytes, const std::string& path,
                                   const std::optional<std::string>& companion, const JobControl& control) {
    LOOM_TRY(const ParentFiles files, openFiles(path, companion, control));
    ReadResult result = beginResult(path, bytes, "parents", StructureKind::kTree);
    result.info.contentHash = files.hash();
    if (files.scores) {
        result.info.task = Task::kRegression;
        result.info.targetNames.emplace_back("relatedness_score");
    }
    const std::size_t count = files.a.words->lines.size();
    for (std::size_t i = 0; i < count; ++i) {
        const auto record = static_cast<std::int64_t>(i) + 1;
        if (record % kRecordsPerReport == 1) {
            if (control.isCancelled()) {
                return fail(readingCancelled(path));
            }
            control.say({"Reading " + result.info.name, record, static_cast<std::int64_t>(count)});
        }
        Result<Tree> tree = files.tree(i);
        if (!tree) {
            result.report.rejected.push_back(
                {.record = record, .line = record, .message = tree.error().message});
            continue;
        }
        auto example = std::make_shared<Example>();
        example->structure = std::move(*tree);
        example->record = example->line = record;
        if (files.ids) {
            example->id = trimmedText(files.ids->lines[i]);
        }
        if (files.scores) {
            example->targets.push_back(scoreOf(*files.scores, i, result.report));
        }
        result.examples.push_back(std::move(example));
    }
    return finishResult(std::move(result), "tree");
}

}  // namespace loomscope
