// SPDX-License-Identifier: GPL-3.0-or-later
// Where the nodes and words of a parse tree are drawn: words on one line below, each parent above its
// children.
#pragma once

#include "engine/data/example.h"
#include "viz/core/geometry.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace loomscope {

/// One node of the tree, at the index it has in Tree::nodes.
struct TreePictureNode {
    Point center;
    std::int32_t parent = -1;
    std::int32_t label = -1;
    std::string text;  ///< inside the node: the label, or the category
    std::string word;  ///< below a leaf; empty for inner nodes
    Rect wordRect;
};

struct TreePicture {
    std::vector<TreePictureNode> nodes;
    Rect bounds;
    int numClasses = 0;
    double nodeRadius = 0.0;
};

/// Lays a tree out. `textWidth` measures a word in pixels. `numClasses` 0 takes the largest label plus one.
/// Cost: linear; no recursion.
[[nodiscard]] TreePicture treePicture(const Tree& tree, int numClasses,
                                      const std::function<double(std::string_view)>& textWidth);

/// The node under a point, or −1.
[[nodiscard]] int hitTest(const TreePicture& picture, Point point);

}  // namespace loomscope
