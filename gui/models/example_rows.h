// SPDX-License-Identifier: GPL-3.0-or-later
// What the example table shows of each record, made once while the file is loaded.
#pragma once

#include "engine/base/job_control.h"
#include "engine/data/dataset.h"

#include <QString>

#include <cstdint>
#include <memory>
#include <vector>

namespace loomscope {

/// One record in the table.
struct ExampleRow {
    QString text;             ///< words, SMILES
    std::int32_t size = 0;    ///< nodes of a tree, atoms, tokens, arcs
    std::int32_t depth = 0;   ///< of a tree; bonds of a molecule; 0 for others
    std::int32_t label = -1;  ///< class of the root, or −1
};
using ExampleRows = std::shared_ptr<const std::vector<ExampleRow>>;

/// Makes the rows of a dataset. Linear in its content; stops early, with fewer rows, when asked.
[[nodiscard]] ExampleRows makeExampleRows(const Dataset& dataset, const JobControl& control = {});

}  // namespace loomscope
