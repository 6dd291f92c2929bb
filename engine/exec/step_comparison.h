// SPDX-License-Identifier: Apache-2.0
// Two runs of one graph side by side: how far their values and gradients are apart.
#pragma once

#include "engine/exec/executor.h"
#include "engine/graph/graph.h"
#include "engine/params/parameter_store.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace loomscope {

/// One run, after backward().
struct ExecutedStep {
    const Executor& executor;
    const ParameterStore& parameters;
};

/// Where two runs differ, and the numbers of the first and the second.
struct StepDifference {
    NodeId node;       ///< the first node that differs; invalid if none does, only sums over nodes
    std::string what;  ///< "tanh, node 31 of the graph: element 7 of its output [150]"
    double first = 0;
    double second = 0;

    /// "tanh, node 31 of the graph: element 7 of its output [150] is 0.5 batched and 0.25 unbatched", for
    /// runs of these names.
    [[nodiscard]] std::string text(std::string_view firstRun, std::string_view secondRun) const;
};

/// What a comparison looked at and found.
struct StepComparison {
    std::int64_t values = 0;     ///< numbers compared: outputs of all nodes, losses among them
    std::int64_t gradients = 0;  ///< likewise: of parameters
    double largest = 0;          ///< difference, in the unit of the tolerance
    std::optional<StepDifference> first;
};

/// Compares outputs of all nodes in the order of the graph, then the gradients of parameters. Two outputs
/// differ if they are further apart than `tolerance` times the largest number of that output, or 1 if that is
/// more; two gradients, if they are further apart than `tolerance` times the largest gradient of that
/// parameter, or a thousandth of the largest of all if that is more. If only gradients differ, the node is
/// the last one whose own gradient does. A number that is not finite is equal to none. Cost: reads each
/// number twice.
[[nodiscard]] StepComparison compareSteps(const Graph& graph, const ExecutedStep& a, const ExecutedStep& b,
                                          double tolerance);

}  // namespace loomscope
