// SPDX-License-Identifier: Apache-2.0
#include "engine/data/readers/record_companion.h"

#include "engine/data/content_hash.h"
#include "engine/data/readers/file_content.h"
#include "engine/data/readers/table_file.h"
#include "engine/data/readers/table_targets.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace loomscope {

namespace {

std::string_view textAt(const TableFile& table, std::size_t record, std::size_t column) {
    const auto cells = table.text.cellsOf(table.records[record]);
    return column < cells.size() ? cells[column].text : std::string_view();
}

/// For each example the record of the table with its title; nothing if no title stands in any such column.
std::optional<std::vector<std::optional<std::size_t>>> joinByTitle(
    const TableFile& table, std::span<const std::shared_ptr<Example>> examples) {
    for (std::size_t column = 0; column < table.layout.names.size(); ++column) {
        if (!isIdentifierName(table.layout.names[column])) {
            continue;
        }
        std::unordered_map<std::string_view, std::size_t> recordOf;
        for (std::size_t record = 0; record < table.records.size(); ++record) {
            recordOf.emplace(textAt(table, record, column), record);
        }
        std::vector<std::optional<std::size_t>> rows;
        bool isFound = false;
        for (const auto& example : examples) {
            const auto found = recordOf.find(example->id);
            const bool isThere = !example->id.empty() && found != recordOf.end();
            rows.push_back(isThere ? std::optional(found->second) : std::nullopt);
            isFound = isFound || isThere;
        }
        if (isFound) {
            return rows;
        }
    }
    return std::nullopt;
}

void readRow(const TableFile& table, std::optional<std::size_t> row, std::span<const std::size_t> columns,
             Example& example, ReadReport& report) {
    example.targets.assign(columns.size(), std::numeric_limits<float>::quiet_NaN());
    const auto warn = [&](std::string message) {
        report.warnings.push_back(
            {.record = example.record, .line = example.line, .message = std::move(message)});
    };
    if (!row) {
        warn(fmt::format("{} has no row for {}; its targets are missing", table.path, example.id));
        return;
    }
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (const auto target = parseTarget(textAt(table, *row, columns[i]))) {
            example.targets[i] = *target;
        } else {
            warn(fmt::format("{}: {}; taken as missing", table.layout.names[columns[i]],
                             target.error().message));
        }
    }
}

}  // namespace

Result<void> joinCompanion(std::span<const std::shared_ptr<Example>> examples, std::int64_t numRecords,
                           const DataRequest& request, const JobControl& control, ReadResult& result) {
    LOOM_TRY(const std::string content, readFileContent(*request.companion, control));
    DataRequest tableRequest;
    tableRequest.format = "csv";
    tableRequest.targetColumns = request.targetColumns;
    LOOM_TRY(const auto table, openTable(*request.companion, content, tableRequest));
    LOOM_TRY(const auto columns,
             chooseTargets(table->text, table->layout, request.targetColumns).map_error(naming(table->path)));
    auto rows = joinByTitle(*table, examples);
    if (!rows) {
        if (table->records.size() != static_cast<std::size_t>(numRecords)) {
            return fail(
                ErrorCode::kInvalid,
                fmt::format("{} can't be joined: {} has {} records, but it has {} rows of values, and "
                            "no column with the titles of the records",
                            table->path, result.info.path, numRecords, table->records.size()));
        }
        result.report.warnings.push_back(
            {.message = fmt::format("{} is joined by order: it has no column with the titles of the records",
                                    table->path)});
        rows.emplace();
        for (const auto& example : examples) {
            rows->emplace_back(static_cast<std::size_t>(example->record) - 1);
        }
    }
    for (std::size_t i = 0; i < examples.size(); ++i) {
        readRow(*table, (*rows)[i], columns, *examples[i], result.report);
    }
    for (const std::size_t column : columns) {
        result.info.targetNames.push_back(table->layout.names[column]);
    }
    ContentHash hash;
    hash.add(result.info.contentHash);
    hash.add(std::string_view(content));
    result.info.contentHash = hash.hex();
    return {};
}

}  // namespace loomscope
