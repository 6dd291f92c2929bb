// SPDX-License-Identifier: Apache-2.0
#include "engine/data/readers/table_reader.h"

#include "engine/data/content_hash.h"
#include "engine/data/readers/table_companion.h"
#include "engine/data/readers/table_file.h"
#include "engine/data/readers/table_molecules.h"
#include "engine/data/readers/table_targets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <utility>

namespace loomscope {

namespace {

constexpr float kNoTarget = std::numeric_limits<float>::quiet_NaN();

/// Reads the targets of records and notes those that can't be used.
class TargetReader {
public:
    TargetReader(const TableFile& table, const TargetSource& source, std::optional<Task> task)
        : file_(source.fileOf(table)), source_(source), wantsClasses_(task == Task::kClassification) {}

    std::vector<float> read(std::size_t record, std::int64_t line, std::vector<ReadProblem>& warnings) const {
        std::vector<float> targets(source_.columns.size(), kNoTarget);
        if (!source_.rows[record]) {
            return targets;
        }
        const auto cells = file_.text.cellsOf(*source_.rows[record]);
        const auto warn = [&](std::int64_t column, std::string message) {
            warnings.push_back({static_cast<std::int64_t>(record) + 1, line, column, std::move(message)});
        };
        if (!fitsColumns(cells, file_.layout)) {
            warn(0,
                 fmt::format("line {} of {} has {} cells where there are {} columns; its targets are missing",
                             file_.text.rows[*source_.rows[record]].line, file_.path, cells.size(),
                             file_.layout.names.size()));
            return targets;
        }
        for (std::size_t i = 0; i < targets.size(); ++i) {
            const TableCell& cell = cells[source_.columns[i]];
            if (Result<float> target = parseCell(cell.text)) {
                targets[i] = *target;
            } else {
                warn(source_.companion ? 0 : file_.text.columnOf(cell.offset),
                     fmt::format("{}: {}; taken as missing", file_.layout.names[source_.columns[i]],
                                 target.error().message));
            }
        }
        return targets;
    }

private:
    [[nodiscard]] Result<float> parseCell(std::string_view cell) const {
        Result<float> target = parseTarget(cell);
        if (wantsClasses_ && target && !std::isnan(*target) && *target != 0.0F && *target != 1.0F) {
            return fail(ErrorCode::kParse, fmt::format("the label {} is neither 0 nor 1", shownCell(cell)));
        }
        return target;
    }

    const TableFile& file_;
    const TargetSource& source_;
    bool wantsClasses_;
};

ReadProblem toProblem(const Error& error) {
    const SourcePosition position = error.position.value_or(SourcePosition{});
    return {position.record, position.line, position.column, error.message};
}

std::string idOf(const TableFile& table, std::size_t record) {
    if (!table.layout.id) {
        return {};
    }
    return std::string(table.text.cellsOf(table.records[record])[*table.layout.id].text);
}

/// Joins molecules with their targets; what can't be used goes to the report.
void collect(const TableFile& table, const TargetReader& targets, std::vector<TableMolecule> molecules,
             std::optional<std::size_t> keptColumn, ReadResult& result) {
    for (std::size_t i = 0; i < molecules.size(); ++i) {
        TableMolecule& parsed = molecules[i];
        if (!parsed.molecule) {
            result.report.rejected.push_back(toProblem(parsed.molecule.error()));
            continue;
        }
        const std::int64_t line = table.text.rows[table.records[i]].line;
        const auto record = static_cast<std::int64_t>(i) + 1;
        if (!parsed.remark.empty()) {
            result.report.warnings.push_back(
                {.record = record, .line = line, .message = std::move(parsed.remark)});
        }
        auto example = std::make_shared<Example>();
        example->targets = targets.read(i, line, result.report.warnings);
        example->structure = std::move(*parsed.molecule);
        example->id = idOf(table, i);
        if (keptColumn) {
            const auto cells = table.text.cellsOf(table.records[i]);
            example->fields.emplace_back(table.layout.names[*keptColumn], cells[*keptColumn].text);
        }
        example->record = record;
        example->line = line;
        result.examples.push_back(std::move(example));
    }
    result.report.records = static_cast<std::int64_t>(result.examples.size());
}

DatasetInfo describe(const TableFile& table, const TargetSource& source, std::string_view content) {
    DatasetInfo info;
    info.name = std::filesystem::path(table.path).filename().string();
    info.path = table.path;
    info.format = formatName(table.dialect);
    info.kind = StructureKind::kMolecule;
    for (const std::size_t column : source.columns) {
        info.targetNames.push_back(source.fileOf(table).layout.names[column]);
    }
    ContentHash hash;
    hash.add(content);
    if (source.content) {
        hash.add(std::string_view(*source.content));
    }
    info.contentHash = hash.hex();
    return info;
}

template <class T>
void append(std::vector<T>& to, const std::vector<T>& from) {
    to.insert(to.end(), from.begin(), from.end());
}

}  // namespace

Result<ReadResult> readTable(const std::string& path, std::string_view content, const DataRequest& request,
                             const JobControl& control) {
    LOOM_TRY(const std::unique_ptr<const TableFile> table, openTable(path, content, request));
    const std::string_view text = table->decoded.text();
    if (text.substr(0, text.find('\n')).find('\0') != std::string_view::npos) {
        return fail(ErrorCode::kParse,
                    fmt::format("{} is not a text file; a table is text, one record a line", path));
    }
    if (!table->layout.smiles) {
        return fail(ErrorCode::kParse,
                    fmt::format("{} has no column of SMILES; name it with --smiles. The columns are {}", path,
                                listNames(table->layout.names)));
    }
    std::optional<std::size_t> keptColumn;
    if (!request.keptColumn.empty()) {
        LOOM_TRY(keptColumn, findColumn(table->layout.names, request.keptColumn).map_error(naming(path)));
    }
    LOOM_TRY(const TargetSource source, findTargets(*table, request, control));
    LOOM_TRY(std::vector<TableMolecule> molecules, parseMolecules(*table, control));
    ReadResult result{.info = describe(*table, source, content), .examples = {}, .report = {}};
    std::vector<ReadProblem>& warnings = result.report.warnings;
    append(warnings, table->decoded.warnings);
    append(warnings, table->layout.warnings);
    append(warnings, source.warnings);
    collect(*table, TargetReader(*table, source, request.task), std::move(molecules), keptColumn, result);
    if (result.examples.empty()) {
        const ReadProblem& first = result.report.rejected.front();
        return fail(ErrorCode::kParse,
                    fmt::format("no record of {} could be used; the first: {}", path, first.message),
                    {.record = first.record, .line = first.line, .column = first.column});
    }
    append(warnings, findRepeats(result.examples, result.info.targetNames));
    std::ranges::stable_sort(warnings, {}, &ReadProblem::line);
    result.info.task = request.task.value_or(recogniseTask(result.examples));
    result.info.numClasses = result.info.task == Task::kClassification ? 2 : 0;
    return result;
}

}  // namespace loomscope
