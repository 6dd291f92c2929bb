// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/graph.h"
#include "engine/params/parameter_store.h"

#include <cstdint>
#include <span>
#include <string>

namespace loomscope {

/// The largest disagreement that a gradient check found.
struct GradientCheck {
    double largestError = 0;   ///< |analytic − numeric| / max(1, |analytic|, |numeric|)
    std::string where;         ///< "W3[17]": parameter and element
    std::int64_t checked = 0;  ///< elements compared
};

/// Compares the double reference's gradients of parameters with central differences in double precision, with
/// step 1e-5. At most `perParameter` elements of each parameter are tried, chosen by `seed`. Cost: two
/// forward passes an element.
[[nodiscard]] GradientCheck checkGradients(const Graph& graph, const ParameterStore& parameters,
                                           std::span<const ValueId> losses, std::int64_t perParameter,
                                           std::uint64_t seed);

}  // namespace loomscope
