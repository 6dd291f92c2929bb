// SPDX-License-Identifier: Apache-2.0
// The molecules of a table's records.
#pragma once

#include "engine/base/job_control.h"
#include "engine/base/result.h"
#include "engine/data/readers/table_file.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace loomscope {

/// What a record gave: a molecule, or the Error with its record, line and column; and what to say beside it.
struct TableMolecule {
    Result<Molecule> molecule;
    std::string remark;  ///< empty, or a warning
};

/// Parses the SMILES of every record, on up to four threads.
/// Errors: kCancelled. `table.layout.smiles` must be known.
[[nodiscard]] Result<std::vector<TableMolecule>> parseMolecules(const TableFile& table,
                                                                const JobControl& control);

/// Warns of records that repeat the structure of an earlier one, and says whether their targets agree.
[[nodiscard]] std::vector<ReadProblem> findRepeats(std::span<const std::shared_ptr<const Example>> examples,
                                                   std::span<const std::string> targetNames);

}  // namespace loomscope
