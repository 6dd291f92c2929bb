// SPDX-License-Identifier: GPL-3.0-or-later
// What the parts of the built-in layout share: one connected part of a graph, and where its boxes lie in
// ranks.
#pragma once

#include "viz/core/graph_layout.h"
#include "viz/core/picture_graph.h"

#include <cstdint>
#include <vector>

namespace loomscope {

inline constexpr double kNodeGap = 18.0;  ///< between boxes of one rank
inline constexpr double kRankGap = 38.0;  ///< between ranks

/// A connected graph with its own ids; edges go from smaller to larger ids.
struct LayoutPart {
    std::vector<Size> sizes;
    std::vector<PictureEdge> edges;
};

/// Boxes in ranks; arrows go to higher ranks, which lie further down.
struct Placement {
    std::vector<double> x;  ///< centre of each box
    std::vector<std::int32_t> rank;
    /// By edge: x where it crosses each rank between its ends; empty if it goes straight.
    std::vector<std::vector<double>> bends;
};

/// Turns a placement into rectangles and smooth paths, arrows going down. Bounds start at (0, 0).
[[nodiscard]] GraphLayout routed(const LayoutPart& part, const Placement& placement);

}  // namespace loomscope
