// SPDX-License-Identifier: GPL-3.0-or-later
// Where the boxes and arrows of a PictureGraph lie. Integer ids only; texts are kept apart.
#pragma once

#include "viz/core/geometry.h"

#include <cstdint>
#include <vector>

namespace loomscope {

/// Where arrows go.
enum class LayoutDirection : std::uint8_t { kBottomToTop, kTopToBottom, kLeftToRight };

/// A smooth arrow: cubic Bézier pieces, 3k + 1 control points, from tail to tip. Empty: not drawn.
using EdgePath = std::vector<Point>;

/// Rectangles by node id, paths by edge position. Every rectangle lies inside `bounds`.
struct GraphLayout {
    std::vector<Rect> nodes;
    std::vector<EdgePath> edges;
    Rect bounds;
};

}  // namespace loomscope
