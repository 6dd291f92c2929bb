// SPDX-License-Identifier: Apache-2.0
#include "engine/data/readers/json_tree_reader.h"

#include "engine/data/readers/json_document.h"
#include "engine/data/readers/json_parent_table.h"
#include "engine/data/readers/json_tree.h"
#include "engine/data/readers/text_encoding.h"
#include "engine/data/readers/text_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>

namespace loomscope {

namespace {

using Kind = JsonValue::Kind;
constexpr std::int64_t kRecordsPerReport = 256;
constexpr std::int64_t kMaxRemarks = 100;

/// Line and column of a byte; bytes asked for must not go back.
class PlaceFinder {
public:
    explicit PlaceFinder(std::string_view text) : text_(text) {}

    [[nodiscard]] std::pair<std::int64_t, std::int64_t> at(std::size_t offset) {
        if (offset < counted_) {
            counted_ = lineStart_ = 0;
            line_ = 1;
        }
        for (; counted_ < std::min(offset, text_.size()); ++counted_) {
            if (text_[counted_] == '\n') {
                ++line_;
                lineStart_ = counted_ + 1;
            }
        }
        return {line_, countCharacters(text_.substr(lineStart_, counted_ - lineStart_)) + 1};
    }

private:
    std::string_view text_;
    std::size_t counted_ = 0;
    std::size_t lineStart_ = 0;
    std::int64_t line_ = 1;
};

/// Makes examples of records; targets get their columns once all names are known.
class JsonCollector {
public:
    explicit JsonCollector(ReadResult& result) : result_(result) {}

    /// `first` is the line of the text that `places` counts from, less one.
    void add(const JsonDocument& document, JsonRecord record, std::int32_t root, PlaceFinder& places,
             std::int64_t first) {
        ++record_;
        auto example = std::make_shared<Example>();
        example->record = record_;
        example->line = places.at(document.at(root).offset).first + first;
        for (JsonRemark& remark : record.remarks) {
            if (++numRemarks_ > kMaxRemarks) {
                continue;
            }
            const auto [line, column] = places.at(document.at(remark.value).offset);
            result_.report.warnings.push_back(
                {.record = record_,
                 .line = line + first,
                 .column = column,
                 .message = fmt::format("{}: {}", document.pathOf(remark.value), remark.message)});
        }
        for (const Tree::Node& node : record.tree.nodes) {
            numClasses_ = std::max(numClasses_, node.label + 1);
        }
        for (auto& [name, value] : record.targets) {
            const auto [entry, isNew] = columnOf_.emplace(name, result_.info.targetNames.size());
            if (isNew) {
                result_.info.targetNames.push_back(name);
            }
            example->targets.resize(result_.info.targetNames.size(), std::numeric_limits<float>::quiet_NaN());
            example->targets[entry->second] = value;
        }
        example->structure = std::move(record.tree);
        examples_.push_back(std::move(example));
    }
    void reject(std::int64_t line, std::int64_t column, std::string message) {
        result_.report.rejected.push_back({++record_, line, column, std::move(message)});
    }

    void finish() {
        for (const auto& example : examples_) {
            example->targets.resize(result_.info.targetNames.size(), std::numeric_limits<float>::quiet_NaN());
            result_.examples.push_back(example);
        }
        if (numRemarks_ > kMaxRemarks) {
            result_.report.warnings.push_back(
                {.message = fmt::format("{} more spots were left out", numRemarks_ - kMaxRemarks)});
        }
        result_.info.numClasses = numClasses_;
        result_.info.task = numClasses_ > 0                    ? Task::kClassification
                            : result_.info.targetNames.empty() ? Task::kNone
                                                               : Task::kRegression;
    }

private:
    ReadResult& result_;
    std::vector<std::shared_ptr<Example>> examples_;
    std::unordered_map<std::string, std::size_t> columnOf_;
    std::int64_t record_ = 0;
    std::int64_t numRemarks_ = 0;
    std::int32_t numClasses_ = 0;
};

/// Whether a value is one tree, not a list of them.
bool isTree(const JsonDocument& document, std::int32_t value) {
    const JsonValue& it = document.at(value);
    if (it.kind != Kind::kArray) {
        return it.kind == Kind::kObject;
    }
    const bool beginsWithWord = it.firstChild >= 0 && (document.at(it.firstChild).kind == Kind::kString ||
                                                       document.at(it.firstChild).kind == Kind::kNumber);
    return beginsWithWord;
}

Result<void> collectDocument(const JsonDocument& document, PlaceFinder& places, JsonCollector& collector,
                             const JobControl& control, const std::string& path) {
    if (isTree(document, 0)) {
        collector.add(document, readJsonTree(document, 0), 0, places, 0);
        return {};
    }
    if (isParentTable(document, 0)) {
        LOOM_TRY(const auto trees, readParentTable(document, 0));
        for (const auto& nodes : trees) {
            collector.add(document, readJsonNodes(document, nodes), nodes.front().value, places, 0);
        }
        return {};
    }
    std::int64_t count = 0;
    for (std::int32_t item = document.at(0).firstChild; item >= 0; item = document.at(item).nextSibling) {
        if (++count % kRecordsPerReport == 0 && control.isCancelled()) {
            return fail(readingCancelled(path));
        }
        const Kind kind = document.at(item).kind;
        if (kind == Kind::kObject || kind == Kind::kArray) {
            collector.add(document, readJsonTree(document, item), item, places, 0);
        } else {
            const auto [line, column] = places.at(document.at(item).offset);
            collector.reject(line, column,
                             fmt::format("{}: an element of the list is no tree", document.pathOf(item)));
        }
    }
    return {};
}

/// The error of a JSON text with its place as line and column.
Error placed(Error error, PlaceFinder& places, const std::string& path) {
    const std::int64_t offset = error.position ? error.position->column - 1 : 0;
    const auto [line, column] = places.at(static_cast<std::size_t>(offset));
    error.message = fmt::format("{} is no JSON that can be used: line {}, column {}: {}", path, line, column,
                                error.message);
    error.position = SourcePosition{.file = path, .line = line, .column = column};
    return error;
}

}  // namespace

Result<ReadResult> readJsonTrees(std::string_view bytes, const std::string& path, const JobControl& control) {
    ReadResult result = beginResult(path, bytes, "json", StructureKind::kTree);
    DecodedText decoded = decodeText(bytes);
    result.report.warnings = std::move(decoded.warnings);
    const std::string_view text = decoded.text();
    PlaceFinder places(text);
    const auto naming = [&](Error error) { return placed(std::move(error), places, path); };
    LOOM_TRY(const JsonDocument document, parseJson(text).map_error(naming));
    if (!trimmedText(text.substr(document.end)).empty()) {
        const Error error{.code = ErrorCode::kParse,
                          .message =
                              "text behind the end of the document; for one tree a line use --format "
                              "jsonl",
                          .position = SourcePosition{.column = static_cast<std::int64_t>(document.end) + 1}};
        return fail(naming(error));
    }
    JsonCollector collector(result);
    if (auto done = collectDocument(document, places, collector, control, path); !done) {
        return fail(done.error().code == ErrorCode::kCancelled ? done.error() : naming(done.error()));
    }
    collector.finish();
    return finishResult(std::move(result), "tree");
}

Result<ReadResult> readJsonLines(std::string_view bytes, const std::string& path, const JobControl& control) {
    ReadResult result = beginResult(path, bytes, "jsonl", StructureKind::kTree);
    DecodedText decoded = decodeText(bytes);
    result.report.warnings = std::move(decoded.warnings);
    LineReader lines(decoded.text());
    JsonCollector collector(result);
    while (const auto line = lines.next()) {
        if (line->number % kRecordsPerReport == 1) {
            if (control.isCancelled()) {
                return fail(readingCancelled(path));
            }
            control.say({"Reading " + result.info.name, lines.position(), lines.size()});
        }
        if (trimmedText(line->text).empty()) {
            continue;
        }
        const auto document = parseJson(line->text);
        if (!document) {
            const auto column = document.error().position ? document.error().position->column : 0;
            collector.reject(line->number, column, document.error().message);
        } else if (!trimmedText(line->text.substr(document->end)).empty()) {
            collector.reject(line->number, static_cast<std::int64_t>(document->end) + 1,
                             "text behind the end of the value");
        } else if (!isTree(*document, 0)) {
            collector.reject(line->number, 1, "the line holds no tree: an object or a list was expected");
        } else {
            PlaceFinder places(line->text);
            collector.add(*document, readJsonTree(*document, 0), 0, places, line->number - 1);
        }
    }
    collector.finish();
    return finishResult(std::move(result), "tree");
}

bool looksLikeJsonLines(std::string_view text) {
    LineReader lines(text);
    int numLines = 0;
    int numValues = 0;
    while (const auto line = lines.next()) {
        const std::string_view trimmed = trimmedText(line->text);
        if (trimmed.empty()) {
            continue;
        }
        const auto value = parseJson(trimmed);
        const bool isValue =
            value && (value->at(0).kind == Kind::kObject || value->at(0).kind == Kind::kArray);
        numValues += isValue && trimmedText(trimmed.substr(value->end)).empty() ? 1 : 0;
        if (++numLines == 4) {
            break;
        }
    }
    return numLines > 1 && numValues > 0 && numValues * 2 >= numLines;
}

}  // namespace loomscope
