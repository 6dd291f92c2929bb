// SPDX-License-Identifier: Apache-2.0
// Where the targets of a table's records stand: in the table itself, or in a companion file.
#pragma once

#include "engine/base/job_control.h"
#include "engine/base/result.h"
#include "engine/data/readers/table_file.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace loomscope {

/// For each record of a table the row that holds its targets, and in which columns they are.
struct TargetSource {
    std::unique_ptr<const std::string> content;  ///< bytes of the companion, borrowed by it
    std::unique_ptr<const TableFile> companion;  ///< null if the table holds its own targets
    std::vector<std::size_t> columns;
    std::vector<std::optional<std::size_t>> rows;  ///< one a record; nothing: no targets for it
    std::vector<ReadProblem> warnings;

    [[nodiscard]] const TableFile& fileOf(const TableFile& table) const {
        return companion ? *companion : table;
    }
};

/// Finds the targets of a table that may have a companion.
///
/// A companion's rows are joined by the first column that both files name and that holds identifiers, else by
/// equal text of their SMILES, else by order if both have as many records. A record without a row has missing
/// targets, and is warned of; so are rows without a record, in one warning. Errors: those of openTable and
/// chooseTargets; those of readFileContent; kInvalid if it can't
///         be joined.
[[nodiscard]] Result<TargetSource> findTargets(const TableFile& table, const DataRequest& request,
                                               const JobControl& control);

}  // namespace loomscope
