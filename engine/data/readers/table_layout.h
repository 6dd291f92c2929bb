// SPDX-License-Identifier: Apache-2.0
// What the columns of a table are: names, the SMILES, the names of molecules.
#pragma once

#include "engine/base/result.h"
#include "engine/data/readers/table_dialect.h"
#include "engine/data/readers/table_text.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loomscope {

/// The columns of a table, by index.
struct TableLayout {
    std::vector<std::string> names;        ///< without a header: column_1, column_2, …
    std::optional<std::size_t> headerRow;  ///< the row that holds the names; all others are records
    std::optional<std::size_t> smiles;
    std::optional<std::size_t> id;      ///< names or identifiers of the records
    std::vector<ReadProblem> warnings;  ///< names that stand twice
};

/// Finds header and columns of a table with at least one row that is not broken.
///
/// Header: a row with a column of SMILES by name, or with a column that was asked for; else a first row
/// without a number and without a SMILES where the rows below have one; else the last comment line before the
/// first row, if it has as many cells and names a column of SMILES. SMILES: the column asked for, else by
/// name (smiles; any name with "smiles" in it; then smi, mol, molecule, structure if half of its first cells
/// can be read), else the column with most readable first cells, half at least. Errors: kInvalid for a column
/// that was asked for and does not exist; the message lists those that do.
[[nodiscard]] Result<TableLayout> recogniseLayout(const TableText& table, const TableDialect& dialect,
                                                  const DataRequest& request);

/// Whether a row has a cell for each column, and none beside them that holds anything.
[[nodiscard]] bool fitsColumns(std::span<const TableCell> cells, const TableLayout& layout);

/// Returns the index of a column by name, exact or else without regard to case.
/// Errors: kInvalid, listing the columns.
[[nodiscard]] Result<std::size_t> findColumn(const std::vector<std::string>& names, std::string_view wanted);

/// The names as a list for a message.
[[nodiscard]] std::string listNames(const std::vector<std::string>& names);

/// Whether a column of this name holds names or identifiers (name, id, mol_id, "Compound ID", CID, unnamed
/// …): never a target unless asked for.
[[nodiscard]] bool isIdentifierName(std::string_view name);

}  // namespace loomscope
