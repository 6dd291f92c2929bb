// SPDX-License-Identifier: Apache-2.0
// Targets in the cells of a table: which columns they are, their numbers, and what kind of task they make.
#pragma once

#include "engine/base/result.h"
#include "engine/data/readers/table_layout.h"
#include "engine/data/readers/table_text.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace loomscope {

/// What a cell looks like.
enum class CellKind : std::uint8_t {
    kMissing,     ///< empty, NA, N/A, NaN, null, none, ?, -
    kNumber,      ///< a finite number, true or false
    kNumberLike,  ///< meant as a number but none that can be used: 1,5  >5  inf  1e400  3..2
    kText,
};
[[nodiscard]] CellKind classifyCell(std::string_view cell);

/// Reads a target, independent of the locale; true is 1 and false 0. NaN if it is missing.
/// Errors: kParse for anything that is no finite number within the range of float.
[[nodiscard]] Result<float> parseTarget(std::string_view cell);

/// Returns the columns of the targets: those asked for, else every column that is neither the SMILES nor
/// named as an identifier and has numbers in at least half of its cells that are not missing. Errors:
/// kInvalid for a column that does not exist, holds the SMILES, or has no number in it.
[[nodiscard]] Result<std::vector<std::size_t>> chooseTargets(const TableText& table,
                                                             const TableLayout& layout,
                                                             std::span<const std::string> wanted);

/// Classification if every target that is there is 0 or 1, else regression; none if there is no target at
/// all.
[[nodiscard]] Task recogniseTask(std::span<const std::shared_ptr<const Example>> examples);

}  // namespace loomscope
