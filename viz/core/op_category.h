// SPDX-License-Identifier: GPL-3.0-or-later
// Which kind of work a node is, for colour and legend.
#pragma once

#include "engine/graph/graph.h"

#include <cstdint>
#include <string_view>

namespace loomscope {

enum class OpCategory : std::uint8_t {
    kInput,
    kProduct,
    kNonlinearity,
    kElementwise,
    kMovement,
    kReduction,
    kLoss,
    kCell,
};

/// The category's name as the legend shows it ("Matrix product").
[[nodiscard]] std::string_view title(OpCategory category);
[[nodiscard]] OpCategory categoryOf(const Graph& graph, NodeId node);
/// The palette slot of a node: that of its category, or, for cells, one a cell.
[[nodiscard]] int colorSlot(const Graph& graph, NodeId node);

}  // namespace loomscope
