// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/plan.h"

namespace loomscope {

/// No batching: one node a batch, in the order of the graph.
class NonePolicy final : public BatchingPolicy {
public:
    [[nodiscard]] std::string_view name() const override { return "none"; }
    [[nodiscard]] Grouping grouping() const override { return Grouping::kEachNode; }
};

}  // namespace loomscope
