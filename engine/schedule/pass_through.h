// SPDX-License-Identifier: Apache-2.0
// The identity rows of Fold (Looks et al., 2017): an op at depth d reads rows of depth d−1 only, so that
// older values are written again at each depth in between.
#pragma once

#include "engine/graph/graph.h"
#include "engine/schedule/schedule.h"

#include <vector>

namespace loomscope {

/// The values that Fold hands out at the end: those that no node reads.
[[nodiscard]] std::vector<ValueId> unreadValues(const Graph& graph);

/// Returns all rows, by depth, and within a depth in the order in which Fold asks for them. A value has one
/// chain of rows, shared by its readers; the values of unreadValues() go down to the deepest depth. Integer
/// payloads are no rows. Cost: linear in edges and rows; rows can be quadratic in nodes (a left chain of
/// words).
[[nodiscard]] std::vector<PassThrough> passThroughRows(const Graph& graph);

}  // namespace loomscope
