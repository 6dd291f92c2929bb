// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of a graph that do not touch: laid out one by one, then placed side by side.
#pragma once

#include "viz/core/placement.h"

#include <cstddef>
#include <span>
#include <vector>

namespace loomscope {

/// Parts in the order of their first nodes, each with ids of its own in the same order.
struct LayoutParts {
    std::vector<LayoutPart> parts;
    std::vector<std::vector<std::size_t>> nodes;  ///< by part: the graph's ids of its nodes
    std::vector<std::vector<std::size_t>> edges;
};

/// Every edge must go from a smaller to a larger id.
[[nodiscard]] LayoutParts splitIntoParts(std::span<const Size> sizes, std::span<const PictureEdge> edges);

/// Puts the layouts of all parts, each with bounds that start at (0, 0), on shelves from left to right and
/// top to bottom.
[[nodiscard]] GraphLayout joinParts(const LayoutParts& split, std::vector<GraphLayout> layouts);

}  // namespace loomscope
