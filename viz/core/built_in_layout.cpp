// SPDX-License-Identifier: GPL-3.0-or-later
#include "viz/core/built_in_layout.h"

#include "viz/core/layered.h"
#include "viz/core/layout_parts.h"
#include "viz/core/tidy_tree.h"

#include <algorithm>
#include <utility>

namespace loomscope {
namespace {

/// Turns a picture whose arrows go down.
void orient(GraphLayout& layout, LayoutDirection direction) {
    const double height = layout.bounds.height;
    const auto turnPoint = [&](Point p) {
        return direction == LayoutDirection::kBottomToTop ? Point{p.x, height - p.y} : Point{p.y, p.x};
    };
    if (direction == LayoutDirection::kTopToBottom) {
        return;
    }
    for (Rect& r : layout.nodes) {
        r = direction == LayoutDirection::kBottomToTop ? Rect{r.x, height - r.bottom(), r.width, r.height}
                                                       : Rect{r.y, r.x, r.height, r.width};
    }
    for (EdgePath& path : layout.edges) {
        std::transform(path.begin(), path.end(), path.begin(), turnPoint);
    }
    if (direction == LayoutDirection::kLeftToRight) {
        std::swap(layout.bounds.width, layout.bounds.height);
    }
}

}  // namespace

GraphLayout builtInLayout(std::span<const Size> sizes, std::span<const PictureEdge> edges,
                          LayoutDirection direction) {
    LayoutParts split = splitIntoParts(sizes, edges);
    std::vector<GraphLayout> layouts;
    for (LayoutPart& part : split.parts) {
        if (direction == LayoutDirection::kLeftToRight) {
            for (Size& size : part.sizes) {
                std::swap(size.width, size.height);
            }
        }
        layouts.push_back(routed(part, isTree(part) ? tidyTree(part) : layered(part)));
        orient(layouts.back(), direction);
    }
    return joinParts(split, std::move(layouts));
}

}  // namespace loomscope
