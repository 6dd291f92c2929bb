// SPDX-License-Identifier: Apache-2.0
#include "engine/data/readers/table_molecules.h"

#include "engine/data/chemistry/smiles.h"
#include "engine/data/readers/parallel_records.h"

#include <fmt/format.h>

#include <cmath>
#include <unordered_map>
#include <utility>

namespace loomscope {

namespace {

constexpr std::size_t kMaxContradictions = 3;

TableMolecule parseRecord(const TableFile& table, std::size_t record) {
    const TableRow& row = table.text.rows[table.records[record]];
    SourcePosition position{
        .file = table.path, .record = static_cast<std::int64_t>(record) + 1, .line = row.line};
    const auto reject = [&](std::string message) -> TableMolecule {
        return {.molecule = fail(ErrorCode::kParse, std::move(message), std::move(position)), .remark = {}};
    };
    if (row.isBroken) {
        return reject("a quote is opened and never closed");
    }
    const auto cells = table.text.cellsOf(table.records[record]);
    if (!fitsColumns(cells, table.layout)) {
        return reject(fmt::format("the row has {} cells where there are {} columns", cells.size(),
                                  table.layout.names.size()));
    }
    const TableCell& cell = cells[*table.layout.smiles];
    const SmilesCell parts = splitExtension(cell.text);
    TableMolecule parsed{.molecule = parseSmiles(parts.smiles), .remark = {}};
    if (!parsed.molecule) {
        const auto& error = parsed.molecule.error();
        const auto shift = error.position ? static_cast<std::size_t>(error.position->column - 1) : 0;
        position.column = table.text.columnOf(cell.offset + shift);
        return reject(parts.smiles.empty() ? error.message
                                           : fmt::format("{}: {}", shownCell(parts.smiles), error.message));
    }
    if (!parts.extension.empty()) {
        parsed.remark = fmt::format("the CXSMILES part {} is not used", shownCell(parts.extension));
    }
    return parsed;
}

/// Where the targets of two records contradict each other, or an empty text. A missing one contradicts
/// nothing.
std::string contradictions(const Example& earlier, const Example& later, std::span<const std::string> names) {
    std::string text;
    std::size_t count = 0;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const float there = earlier.targets[i];
        const float here = later.targets[i];
        const bool areBoth = !std::isnan(there) && !std::isnan(here);
        if (areBoth && there != here && ++count <= kMaxContradictions) {
            text +=
                fmt::format("{}{} is {} here and {} there", count == 1 ? "" : ", ", names[i], here, there);
        }
    }
    return count > kMaxContradictions ? fmt::format("{} and {} more", text, count - kMaxContradictions)
                                      : text;
}

}  // namespace

Result<std::vector<TableMolecule>> parseMolecules(const TableFile& table, const JobControl& control) {
    std::vector<TableMolecule> molecules(table.records.size());
    const auto parse = [&](std::size_t i) { molecules[i] = parseRecord(table, i); };
    if (!forEachRecord(molecules.size(), parse, control)) {
        return fail(ErrorCode::kCancelled, fmt::format("reading {} was stopped", table.path));
    }
    return molecules;
}

std::vector<ReadProblem> findRepeats(std::span<const std::shared_ptr<const Example>> examples,
                                     std::span<const std::string> targetNames) {
    std::vector<ReadProblem> repeats;
    std::unordered_map<std::string_view, const Example*> firstOf;
    firstOf.reserve(examples.size());
    for (const auto& example : examples) {
        const auto& molecule = std::get<Molecule>(example->structure);
        const auto [entry, isNew] = firstOf.emplace(molecule.canonical, example.get());
        if (isNew) {
            continue;
        }
        const Example& earlier = *entry->second;
        const std::string contradiction = contradictions(earlier, *example, targetNames);
        repeats.push_back(
            {.record = example->record,
             .line = example->line,
             .message = fmt::format("the same structure (stereo marks included) as line {}{}{}", earlier.line,
                                    contradiction.empty() ? "" : ", with other targets: ", contradiction)});
    }
    return repeats;
}

}  // namespace loomscope
