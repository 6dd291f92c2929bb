// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/plan.h"

namespace loomscope {

/// Order of two ops within a depth, as Fold has it: by name, then by signature number.
[[nodiscard]] bool comesBefore(const SignatureTable& table, SignatureId a, SignatureId b);

/// Position of the group with the smallest depth; within a depth, of the first op.
[[nodiscard]] std::size_t chooseByDepth(const Graph& graph, std::span<const GroupState> ready);

/// Depth by depth, one batch a signature; values stay where they are (DyNet's batching by depth).
class DepthPolicy final : public BatchingPolicy {
public:
    [[nodiscard]] std::string_view name() const override { return "depth"; }
    [[nodiscard]] Grouping grouping() const override { return Grouping::kDepthAndSignature; }
    [[nodiscard]] std::size_t choose(const Graph& graph, std::span<const GroupState> ready) const override {
        return chooseByDepth(graph, ready);
    }
};

}  // namespace loomscope
