// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/plan.h"

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace loomscope {

/// What a policy remembers while it plans one graph.
class GroupChooser {
public:
    virtual ~GroupChooser() = default;
    /// Returns the position in `ready` of the group that runs next, as BatchingPolicy::choose does.
    [[nodiscard]] virtual std::size_t choose(std::span<const GroupState> ready) = 0;
    /// For Schedule::provenBound.
    [[nodiscard]] virtual std::optional<std::int64_t> provenBound() const { return std::nullopt; }
};

/// Runs groups in an order that was found before; where it ends, the lowest mean depth goes first.
class OrderChooser final : public GroupChooser {
public:
    explicit OrderChooser(std::vector<SignatureId> order) : order_(std::move(order)) {}
    [[nodiscard]] std::size_t choose(std::span<const GroupState> ready) override;

private:
    std::vector<SignatureId> order_;
    std::size_t next_ = 0;
};

}  // namespace loomscope
