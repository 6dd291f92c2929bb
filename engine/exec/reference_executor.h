// SPDX-License-Identifier: Apache-2.0
// The oracle: node by node, in double precision, by the same op declarations. Slow and plain.
#pragma once

#include "engine/graph/graph.h"
#include "engine/params/parameter_store.h"

#include <cstdint>
#include <span>
#include <vector>

namespace loomscope {

/// Values and gradients of everything, in double.
struct ReferenceResult {
    std::vector<std::vector<double>> values;     ///< by value of the graph; empty for parameters
    std::vector<std::vector<double>> gradients;  ///< likewise
    std::vector<std::vector<double>>
        parameterGradients;  ///< by parameter; empty for those the graph does not use
    double loss = 0;         ///< sum of the losses
};

/// Runs `graph` without any batching. Parameter values come from `parameters`, in double if `exact` is given
/// (one vector a parameter, as the gradient check needs).
[[nodiscard]] ReferenceResult runReference(const Graph& graph, const ParameterStore& parameters,
                                           std::span<const ValueId> losses, std::uint64_t seed,
                                           std::span<const std::vector<double>> exact = {});

}  // namespace loomscope
