// SPDX-License-Identifier: Apache-2.0
// Which node a row of a launch belongs to, for messages.
#pragma once

#include "engine/exec/memory_plan.h"
#include "engine/graph/graph.h"
#include "engine/schedule/schedule.h"

#include <cstdint>
#include <string>

namespace loomscope {

/// Rows of one signature follow one another over its batches, from that of the launch on.
[[nodiscard]] NodeId nodeOfRow(const Schedule& schedule, const Launch& launch, std::int64_t row);

/// What a launch does for a node: "tanh", "tanh in cell 'pair'", or "gather" for rows that are brought
/// together.
[[nodiscard]] std::string launchName(const Graph& graph, const Launch& launch, NodeId node);

}  // namespace loomscope
