// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/graph.h"
#include "engine/schedule/schedule.h"

namespace loomscope {

/// Order of two signatures within a depth, as Fold has it: by name of the op or cell, then by number.
[[nodiscard]] bool comesBefore(const SignatureTable& table, SignatureId a, SignatureId b);

/// Depth by depth, one batch a signature, in the order of comesBefore. What a node needs lies at smaller
/// depths, so nobody has to wait for anybody: two passes over the nodes in the order of the graph. Cost:
/// linear in nodes, about 10 ns each, with a factor for the signatures that one depth has.
[[nodiscard]] Schedule planByDepth(const Graph& graph);

}  // namespace loomscope
