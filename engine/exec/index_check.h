// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/exec/memory_plan.h"
#include "engine/graph/graph.h"
#include "engine/schedule/schedule.h"

namespace loomscope {

/// Looks at the indices that a launch is about to read from other nodes, if its op reads any. Errors:
/// kInvalid, naming op, shapes, node and the first index outside its axis. Cost: reads each index once.
[[nodiscard]] Result<void> checkIndices(const MemoryPlan& plan, const Launch& launch, const Graph& graph,
                                        const Schedule& schedule, const float* values);

}  // namespace loomscope
