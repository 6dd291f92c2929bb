// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/plan.h"

namespace loomscope {

/// Depth by depth as Fold does it (Looks et al., 2017): the batches of `depth`, and the rows that carry
/// values down.
class FoldPolicy final : public BatchingPolicy {
public:
    [[nodiscard]] std::string_view name() const override { return "fold"; }
    [[nodiscard]] Grouping grouping() const override { return Grouping::kDepthAndSignature; }
    void finish(const Graph& graph, Schedule& schedule) const override;
};

}  // namespace loomscope
