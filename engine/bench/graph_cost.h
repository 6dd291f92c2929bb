// SPDX-License-Identifier: Apache-2.0
// What a graph costs before any of its arithmetic: building it, scheduling it, laying out its memory.
#pragma once

#include "engine/base/job_control.h"
#include "engine/base/result.h"
#include "engine/train/run_config.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loomscope {

/// Nanoseconds a node in one repeat.
struct GraphCostRepeat {
    double build = 0;   ///< of the graph, when its examples are met for the first time
    double kept = 0;    ///< of the same graph from what was kept of its examples
    double plan = 0;    ///< of the schedule
    double memory = 0;  ///< of the memory plan

    /// When the examples are met for the first time.
    [[nodiscard]] double total() const { return build + plan + memory; }
};

/// Nanoseconds a node, each the median of the repeats.
struct GraphCost : GraphCostRepeat {
    std::string granularity;
    std::int64_t nodes = 0;
    std::int64_t examples = 0;
    std::vector<GraphCostRepeat> repeats;
};

/// Measures graphs of Tree-LSTMs over distinct random trees, one for each of `sizes` (nodes, at least) and
/// granularity. Errors: those of opening data and of making a model or policy; kCancelled.
[[nodiscard]] Result<std::vector<GraphCost>> measureGraphCosts(const RunConfig& config,
                                                               std::span<const std::string> granularities,
                                                               std::span<const std::int64_t> sizes,
                                                               int repeats, const JobControl& control);

/// The largest total() over the smallest, among the costs of one granularity: 1 if cost is linear.
[[nodiscard]] double linearity(std::span<const GraphCost> costs, std::string_view granularity);

}  // namespace loomscope
