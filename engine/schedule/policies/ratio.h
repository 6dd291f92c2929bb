// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/plan.h"

namespace loomscope {

/// The signature with the largest share of its frontier ready goes first (the reward of ED-Batch, taken
/// greedily; Chen et al., 2023); on ties the larger batch, then the lower mean depth.
class RatioPolicy final : public BatchingPolicy {
public:
    [[nodiscard]] std::string_view name() const override { return "ratio"; }
    [[nodiscard]] Grouping grouping() const override { return Grouping::kSignature; }
    [[nodiscard]] bool usesFrontier() const override { return true; }
    [[nodiscard]] std::size_t choose(const Graph& graph, std::span<const GroupState> ready) const override;
};

}  // namespace loomscope
