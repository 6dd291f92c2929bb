// SPDX-License-Identifier: Apache-2.0
// Why two nodes share a batch, or don't.
#pragma once

#include "engine/base/result.h"
#include "engine/graph/graph.h"
#include "engine/schedule/plan.h"
#include "engine/schedule/schedule.h"

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace loomscope {

enum class WhyKind : std::uint8_t {
    kTogether,    ///< they share a batch
    kOp,          ///< another op or cell
    kAttribute,   ///< another constant of the op
    kShape,       ///< another shape of an argument or of the result
    kParameter,   ///< another shared weight
    kDependence,  ///< one needs the other
    kDepth,       ///< another depth, and the policy keeps depths apart
    kPolicy,      ///< they could have shared one; the policy chose otherwise
};
/// "together", "op", "attribute", "shape", "parameter", "dependence", "depth", "policy".
[[nodiscard]] std::string_view name(WhyKind kind);

struct WhyReason {
    WhyKind kind{};
    std::string text;          ///< a sentence
    std::vector<NodeId> path;  ///< of a dependence: from the node that is needed to the one that needs it

    bool operator==(const WhyReason&) const = default;
};

/// All that keeps two nodes apart, or the one thing that brings them together.
struct WhyAnswer {
    std::array<NodeId, 2> nodes;
    std::array<std::uint32_t, 2> batches{};  ///< positions in Schedule::batches
    std::vector<WhyReason> reasons;          ///< never empty

    [[nodiscard]] bool areTogether() const { return batches[0] == batches[1]; }
};

/// Explains a schedule that `policy` made of `graph`. `parameterName` may be empty: then parameters are
/// numbered. Errors: kInvalid if a node does not exist or both are the same. Cost: linear in the graph.
[[nodiscard]] Result<WhyAnswer> why(const Graph& graph, const Schedule& schedule,
                                    const BatchingPolicy& policy, NodeId first, NodeId second,
                                    const std::function<std::string(ParameterId)>& parameterName = {});

}  // namespace loomscope
