// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/graph.h"
#include "engine/schedule/schedule.h"

#include <string>

namespace loomscope {

/// One line a batch, "2 tanh: 4 5 7", then one line a depth with its pass-through values, "pass 3: %1 %2".
[[nodiscard]] std::string toText(const Graph& graph, const Schedule& schedule);

}  // namespace loomscope
