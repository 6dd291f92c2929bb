// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/plan.h"

namespace loomscope {

/// Depth by depth, one batch a signature; values stay where they are (DyNet's batching by depth).
class DepthPolicy final : public BatchingPolicy {
public:
    [[nodiscard]] std::string_view name() const override { return "depth"; }
    [[nodiscard]] Grouping grouping() const override { return Grouping::kDepthAndSignature; }
};

}  // namespace loomscope
