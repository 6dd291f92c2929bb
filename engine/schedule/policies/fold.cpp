// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/policies/fold.h"

#include "engine/schedule/pass_through.h"

namespace loomscope {

void FoldPolicy::finish(const Graph& graph, Schedule& schedule) const {
    schedule.passThrough = passThroughRows(graph);
}

}  // namespace loomscope
