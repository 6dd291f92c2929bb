// SPDX-License-Identifier: Apache-2.0
#include "engine/data/readers/table_companion.h"

#include "engine/data/readers/file_content.h"
#include "engine/data/readers/table_targets.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace loomscope {

namespace {

/// The columns by which two tables are joined; nothing: by order.
struct JoinColumns {
    std::size_t table = 0;
    std::size_t companion = 0;
};

std::optional<JoinColumns> joinColumns(const TableLayout& table, const TableLayout& companion) {
    for (std::size_t column = 0; column < table.names.size(); ++column) {
        const std::string& name = table.names[column];
        const auto same = std::ranges::find_if(companion.names, [&](const std::string& other) {
            return !name.empty() && equalsIgnoringCase(name, other);
        });
        if (same != companion.names.end() && isIdentifierName(name)) {
            return JoinColumns{.table = column,
                               .companion = static_cast<std::size_t>(same - companion.names.begin())};
        }
    }
    if (table.smiles && companion.smiles) {
        return JoinColumns{.table = *table.smiles, .companion = *companion.smiles};
    }
    return std::nullopt;
}

/// The text of a cell, empty if the row is too short for it.
std::string_view textAt(const TableText& table, std::size_t row, std::size_t column) {
    const auto cells = table.cellsOf(row);
    return column < cells.size() ? cells[column].text : std::string_view();
}

void joinByKey(const TableFile& table, const JoinColumns& columns, TargetSource& source) {
    const TableText& other = source.companion->text;
    std::unordered_map<std::string_view, std::size_t> rowOfKey;
    for (const std::size_t row : source.companion->records) {
        const std::string_view key = textAt(other, row, columns.companion);
        if (!key.empty() && !rowOfKey.emplace(key, row).second) {
            source.warnings.push_back(
                {.line = other.rows[row].line,
                 .message = fmt::format("in {}: {} stands there twice; the first row counts",
                                        source.companion->path, shownCell(key))});
        }
    }
    std::vector<bool> isUsed(other.rows.size());
    for (std::size_t i = 0; i < table.records.size(); ++i) {
        const std::string_view key = textAt(table.text, table.records[i], columns.table);
        if (const auto found = rowOfKey.find(key); found != rowOfKey.end()) {
            source.rows.emplace_back(found->second);
            isUsed[found->second] = true;
            continue;
        }
        source.rows.emplace_back();
        source.warnings.push_back({.record = static_cast<std::int64_t>(i) + 1,
                                   .line = table.text.rows[table.records[i]].line,
                                   .message = fmt::format("{} has no row for {}; its targets are missing",
                                                          source.companion->path, shownCell(key))});
    }
    const auto unused =
        std::ranges::count_if(rowOfKey, [&](const auto& entry) { return !isUsed[entry.second]; });
    if (unused > 0) {
        source.warnings.push_back({.message = fmt::format("{} has {} rows for which there is no molecule",
                                                          source.companion->path, unused)});
    }
}

Result<void> joinByOrder(const TableFile& table, TargetSource& source) {
    const std::vector<std::size_t>& rows = source.companion->records;
    if (rows.size() != table.records.size()) {
        return fail(
            ErrorCode::kInvalid,
            fmt::format(
                "{} can't be joined: it shares no column of identifiers or SMILES with {}, and has {} "
                "records instead of {}",
                source.companion->path, table.path, rows.size(), table.records.size()));
    }
    source.rows.assign(rows.begin(), rows.end());
    source.warnings.push_back(
        {.message = fmt::format("{} is joined by order: it shares no column of identifiers or SMILES",
                                source.companion->path)});
    return {};
}

}  // namespace

Result<TargetSource> findTargets(const TableFile& table, const DataRequest& request,
                                 const JobControl& control) {
    TargetSource source;
    if (!request.companion) {
        LOOM_TRY(
            source.columns,
            chooseTargets(table.text, table.layout, request.targetColumns).map_error(naming(table.path)));
        source.rows.assign(table.records.begin(), table.records.end());
        return source;
    }
    LOOM_TRY(std::string content, readFileContent(*request.companion, control));
    source.content = std::make_unique<const std::string>(std::move(content));
    DataRequest companionRequest;
    companionRequest.format = "csv";
    companionRequest.targetColumns = request.targetColumns;
    LOOM_TRY(source.companion, openTable(*request.companion, *source.content, companionRequest));
    LOOM_TRY(source.columns,
             chooseTargets(source.companion->text, source.companion->layout, request.targetColumns)
                 .map_error(naming(source.companion->path)));
    if (const auto columns = joinColumns(table.layout, source.companion->layout)) {
        joinByKey(table, *columns, source);
    } else {
        LOOM_TRY_VOID(joinByOrder(table, source));
    }
    return source;
}

}  // namespace loomscope
