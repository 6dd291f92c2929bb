// SPDX-License-Identifier: GPL-3.0-or-later
// Our own layout: tidy trees, layered graphs, parts that do not touch side by side. Always ready, for any
// size.
#pragma once

#include "viz/core/graph_layout.h"
#include "viz/core/picture_graph.h"

#include <span>

namespace loomscope {

/// Lays out boxes of the given sizes. Every edge must go from a smaller to a larger id, as in a PictureGraph.
/// Boxes never overlap. The same input gives the same picture. Cost: O(n log n); no recursion.
[[nodiscard]] GraphLayout builtInLayout(std::span<const Size> sizes, std::span<const PictureEdge> edges,
                                        LayoutDirection direction);

}  // namespace loomscope
