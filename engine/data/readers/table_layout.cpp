// SPDX-License-Identifier: Apache-2.0
#include "engine/data/readers/table_layout.h"

#include "engine/base/check.h"
#include "engine/data/chemistry/smiles.h"
#include "engine/data/readers/table_targets.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <span>

namespace loomscope {

namespace {

constexpr std::size_t kSampleRows = 30;
constexpr std::size_t kMaxListedNames = 30;
constexpr std::array<std::string_view, 4> kOtherSmilesNames = {"smi", "mol", "molecule", "structure"};
constexpr std::array<std::string_view, 8> kMoleculeNames = {
    "name", "title", "iupac", "iupac name", "compound", "compound name", "drug", "label name"};
constexpr std::array<std::string_view, 7> kIdentifierNames = {"id",  "index",    "cid",  "sid",
                                                              "cas", "inchikey", "inchi"};

std::string lowerCase(std::string_view text) {
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c == '_' || c == '-' ? ' ' : c;
    });
    return lower;
}

template <std::size_t n>
bool contains(const std::array<std::string_view, n>& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

bool isSmilesName(std::string_view name) {
    return lowerCase(name).find("smiles") != std::string::npos;
}
bool isMoleculeName(std::string_view name) {
    return contains(kMoleculeNames, lowerCase(name));
}

bool isSmiles(std::string_view cell) {
    return classifyCell(cell) == CellKind::kText && parseSmiles(splitExtension(cell).smiles).has_value();
}

std::vector<std::string> namesOf(std::span<const TableCell> cells) {
    std::vector<std::string> names;
    for (const TableCell& cell : cells) {
        names.emplace_back(cell.text);
    }
    return names;
}

/// How a column's first cells read, header left out.
struct SmilesShare {
    double share = 0.0;       ///< of the cells that are not empty
    double meanLength = 0.0;  ///< bytes, to tell SMILES from short codes that happen to be readable
};

SmilesShare smilesShare(const TableText& table, std::size_t firstRow, std::size_t column) {
    double cells = 0.0;
    double readable = 0.0;
    double bytes = 0.0;
    for (std::size_t row = firstRow; row < std::min(table.rows.size(), firstRow + kSampleRows); ++row) {
        const auto rowCells = table.cellsOf(row);
        if (column >= rowCells.size() || rowCells[column].text.empty()) {
            continue;
        }
        cells += 1.0;
        bytes += static_cast<double>(rowCells[column].text.size());
        readable += isSmiles(rowCells[column].text) ? 1.0 : 0.0;
    }
    return cells == 0.0 ? SmilesShare{} : SmilesShare{.share = readable / cells, .meanLength = bytes / cells};
}

std::optional<std::size_t> smilesByContent(const TableText& table, std::size_t firstRow,
                                           std::size_t numColumns) {
    std::optional<std::size_t> best;
    SmilesShare bestShare{.share = 0.5};
    for (std::size_t column = 0; column < numColumns; ++column) {
        const SmilesShare s = smilesShare(table, firstRow, column);
        if (s.share > bestShare.share ||
            (s.share == bestShare.share && s.meanLength > bestShare.meanLength)) {
            best = column;
            bestShare = s;
        }
    }
    return best;
}

std::optional<std::size_t> smilesByName(const TableText& table, std::size_t firstRow,
                                        const std::vector<std::string>& names) {
    const auto indexIf = [&names](auto&& matches) -> std::optional<std::size_t> {
        const auto found = std::ranges::find_if(names, matches);
        return found == names.end() ? std::nullopt
                                    : std::optional(static_cast<std::size_t>(found - names.begin()));
    };
    if (const auto exact =
            indexIf([](const std::string& name) { return equalsIgnoringCase(name, "smiles"); })) {
        return exact;
    }
    if (const auto similar = indexIf(isSmilesName)) {
        return similar;
    }
    for (std::size_t column = 0; column < names.size(); ++column) {
        if (contains(kOtherSmilesNames, lowerCase(names[column])) &&
            smilesShare(table, firstRow, column).share >= 0.5) {
            return column;
        }
    }
    return std::nullopt;
}

bool isAskedFor(std::string_view name, const DataRequest& request) {
    const auto matches = [name](std::string_view wanted) { return equalsIgnoringCase(name, wanted); };
    return (request.smilesColumn && matches(*request.smilesColumn)) ||
           std::ranges::any_of(request.targetColumns, matches);
}

/// Whether the first row names columns.
bool isHeader(const TableText& table, std::size_t row, const TableDialect& dialect,
              const DataRequest& request) {
    const std::vector<std::string> cells = namesOf(table.cellsOf(row));
    if (!dialect.delimiter) {
        return isSmilesName(cells.front()) || contains(kOtherSmilesNames, lowerCase(cells.front()));
    }
    if (std::ranges::any_of(cells, [&](const std::string& cell) {
            return isSmilesName(cell) || isAskedFor(cell, request);
        })) {
        return true;
    }
    if (std::ranges::any_of(
            cells, [](const std::string& cell) { return classifyCell(cell) == CellKind::kNumber; })) {
        return false;
    }
    const auto smiles = smilesByContent(table, row + 1, cells.size());
    return table.rows.size() == row + 1 || !smiles || !isSmiles(cells[*smiles]);
}

/// The names that a comment before the first row gives to its columns.
std::optional<std::vector<std::string>> namesInComment(const TableText& table, const TableDialect& dialect,
                                                       std::size_t numColumns) {
    if (table.comments.empty() || !dialect.delimiter) {
        return std::nullopt;
    }
    const TableText comment = splitTable(table.comments.back(), *dialect.delimiter);
    if (comment.rows.size() != 1 || comment.rows.front().numCells != numColumns) {
        return std::nullopt;
    }
    std::vector<std::string> names = namesOf(comment.cellsOf(0));
    return std::ranges::any_of(names, isSmilesName) ? std::optional(std::move(names)) : std::nullopt;
}

/// Numbers the later ones of equal names, so that each can be asked for.
void separateEqualNames(TableLayout& layout, std::int64_t line) {
    std::map<std::string, int> seen;
    for (std::string& name : layout.names) {
        const int count = ++seen[name];
        if (count > 1 && !name.empty()) {
            std::string renamed = fmt::format("{}_{}", name, count);
            layout.warnings.push_back(
                {.line = line,
                 .message =
                     fmt::format("two columns are named '{}'; the later one is called '{}'", name, renamed)});
            name = std::move(renamed);
        }
    }
}

void nameColumns(TableLayout& layout, const TableText& table, std::size_t firstRow,
                 const TableDialect& dialect, const DataRequest& request) {
    const std::size_t numColumns = table.rows[firstRow].numCells;
    if (isHeader(table, firstRow, dialect, request)) {
        layout.headerRow = firstRow;
        layout.names = namesOf(table.cellsOf(firstRow));
        if (!dialect.delimiter) {
            layout.names = {"smiles", "name"};
        }
        separateEqualNames(layout, table.rows[firstRow].line);
    } else if (auto names = namesInComment(table, dialect, numColumns)) {
        layout.names = std::move(*names);
        separateEqualNames(layout, 0);
    } else if (!dialect.delimiter) {
        layout.names = {"smiles", "name"};
    } else {
        for (std::size_t column = 1; column <= numColumns; ++column) {
            layout.names.push_back(fmt::format("column_{}", column));
        }
    }
}

}  // namespace

Result<TableLayout> recogniseLayout(const TableText& table, const TableDialect& dialect,
                                    const DataRequest& request) {
    const auto first = std::ranges::find(table.rows, false, &TableRow::isBroken);
    LOOM_CHECK(first != table.rows.end(), "a table without a row has no layout");
    const auto firstRow = static_cast<std::size_t>(first - table.rows.begin());
    TableLayout layout;
    nameColumns(layout, table, firstRow, dialect, request);
    const std::size_t firstRecord = layout.headerRow ? firstRow + 1 : firstRow;
    if (request.smilesColumn) {
        LOOM_TRY(layout.smiles, findColumn(layout.names, *request.smilesColumn));
    } else {
        layout.smiles = smilesByName(table, firstRecord, layout.names);
        if (!layout.smiles) {
            layout.smiles = smilesByContent(table, firstRecord, layout.names.size());
        }
    }
    const auto setId = [&layout](auto&& matches) {
        for (std::size_t column = 0; column < layout.names.size() && !layout.id; ++column) {
            if (column != layout.smiles && matches(layout.names[column])) {
                layout.id = column;
            }
        }
    };
    setId(isMoleculeName);
    setId(isIdentifierName);
    return layout;
}

bool fitsColumns(std::span<const TableCell> cells, const TableLayout& layout) {
    return cells.size() >= layout.names.size() &&
           std::ranges::all_of(cells.subspan(layout.names.size()),
                               [](const TableCell& cell) { return cell.text.empty(); });
}

Result<std::size_t> findColumn(const std::vector<std::string>& names, std::string_view wanted) {
    auto found = std::ranges::find(names, wanted);
    if (found == names.end()) {
        found = std::ranges::find_if(
            names, [&](const std::string& name) { return equalsIgnoringCase(name, wanted); });
    }
    if (found == names.end()) {
        return fail(ErrorCode::kInvalid,
                    fmt::format("there is no column '{}'; the columns are {}", wanted, listNames(names)));
    }
    return static_cast<std::size_t>(found - names.begin());
}

std::string listNames(const std::vector<std::string>& names) {
    std::string list;
    for (std::size_t i = 0; i < std::min(names.size(), kMaxListedNames); ++i) {
        list += fmt::format("{}{}", i == 0 ? "" : ", ", names[i]);
    }
    return names.size() > kMaxListedNames
               ? fmt::format("{} and {} more", list, names.size() - kMaxListedNames)
               : list;
}

bool isIdentifierName(std::string_view name) {
    const std::string lower = lowerCase(name);
    return lower.empty() || lower.starts_with("unnamed") || lower.ends_with(" id") ||
           lower.ends_with(" name") || contains(kIdentifierNames, lower) || contains(kMoleculeNames, lower);
}

}  // namespace loomscope
