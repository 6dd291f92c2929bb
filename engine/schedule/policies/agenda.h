// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/plan.h"

namespace loomscope {

/// The signature whose nodes have the lowest mean depth goes first; on ties cheap ops before products, then
/// the lower signature number (DyNet's agenda; Neubig, Goldberg, Dyer, 2017).
class AgendaPolicy final : public BatchingPolicy {
public:
    [[nodiscard]] std::string_view name() const override { return "agenda"; }
    [[nodiscard]] Grouping grouping() const override { return Grouping::kSignature; }
    [[nodiscard]] std::size_t choose(const Graph& graph, std::span<const GroupState> ready) const override;
};

}  // namespace loomscope
