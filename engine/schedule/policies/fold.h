// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/policies/depth.h"

namespace loomscope {

/// Depth by depth as Fold does it (Looks et al., 2017): the batches of `depth`, and the rows that carry
/// values down.
class FoldPolicy final : public BatchingPolicy {
public:
    [[nodiscard]] std::string_view name() const override { return "fold"; }
    [[nodiscard]] Grouping grouping() const override { return Grouping::kDepthAndSignature; }
    [[nodiscard]] std::size_t choose(const Graph& graph, std::span<const GroupState> ready) const override {
        return chooseByDepth(graph, ready);
    }
    void finish(const Graph& graph, Schedule& schedule) const override;
};

}  // namespace loomscope
