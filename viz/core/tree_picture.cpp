// SPDX-License-Identifier: GPL-3.0-or-later
#include "viz/core/tree_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace loomscope {
namespace {

constexpr double kRadius = 12.0;
constexpr double kLevelHeight = 44.0;
constexpr double kWordGap = 14.0;  // between words
constexpr double kWordTop = 22.0;  // from a leaf's centre to the top of its word
constexpr double kWordHeight = 20.0;
constexpr double kMargin = 16.0;

std::string nodeText(const Tree& tree, const Tree::Node& node) {
    if (node.category >= 0) {
        return tree.categories[static_cast<std::size_t>(node.category)];
    }
    return node.label >= 0 ? fmt::format("{}", node.label) : std::string();
}

std::int32_t largestLabel(const Tree& tree) {
    std::int32_t largest = -1;
    for (const Tree::Node& node : tree.nodes) {
        largest = std::max(largest, node.label);
    }
    return largest;
}

/// Levels above the leaves: a parent is one higher than its highest child.
std::vector<std::int32_t> heights(const Tree& tree) {
    std::vector<std::int32_t> height(tree.nodes.size(), 0);
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        const Tree::Node& node = tree.nodes[i];
        for (std::int32_t c = 0; c < node.numChildren; ++c) {
            const auto child =
                static_cast<std::size_t>(tree.children[static_cast<std::size_t>(node.firstChild + c)]);
            height[i] = std::max(height[i], height[child] + 1);
        }
    }
    return height;
}

}  // namespace

TreePicture treePicture(const Tree& tree, int numClasses,
                        const std::function<double(std::string_view)>& textWidth) {
    TreePicture picture;
    picture.nodeRadius = kRadius;
    picture.numClasses = numClasses > 0 ? numClasses : largestLabel(tree) + 1;
    if (tree.nodes.empty()) {
        return picture;
    }
    picture.nodes.resize(tree.nodes.size());
    const std::vector<std::int32_t> height = heights(tree);
    const double baseline = kMargin + kRadius + height.back() * kLevelHeight;
    double x = kMargin;
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        const Tree::Node& node = tree.nodes[i];
        TreePictureNode& drawn = picture.nodes[i];
        drawn.label = node.label;
        drawn.text = nodeText(tree, node);
        drawn.center.y = baseline - height[i] * kLevelHeight;
        if (node.numChildren == 0) {
            drawn.word = node.token >= 0 ? tree.tokens[static_cast<std::size_t>(node.token)] : std::string();
            const double width = std::max(textWidth(drawn.word), 2 * kRadius);
            drawn.center.x = x + width / 2;
            drawn.wordRect = {x, drawn.center.y + kWordTop, width, kWordHeight};
            x += width + kWordGap;
            continue;
        }
        const auto* const children = &tree.children[static_cast<std::size_t>(node.firstChild)];
        const auto first = static_cast<std::size_t>(children[0]);
        const auto last = static_cast<std::size_t>(children[node.numChildren - 1]);
        drawn.center.x = (picture.nodes[first].center.x + picture.nodes[last].center.x) / 2;
        for (std::int32_t c = 0; c < node.numChildren; ++c) {
            picture.nodes[static_cast<std::size_t>(children[c])].parent = static_cast<std::int32_t>(i);
        }
    }
    picture.bounds = {0.0, 0.0, x - kWordGap + kMargin, baseline + kWordTop + kWordHeight + kMargin};
    return picture;
}

int hitTest(const TreePicture& picture, Point point) {
    for (std::size_t i = 0; i < picture.nodes.size(); ++i) {
        const TreePictureNode& node = picture.nodes[i];
        const double dx = point.x - node.center.x;
        const double dy = point.y - node.center.y;
        const bool isInWord = !node.word.empty() && point.x >= node.wordRect.x &&
                              point.x <= node.wordRect.right() && point.y >= node.wordRect.y &&
                              point.y <= node.wordRect.bottom();
        if (isInWord || dx * dx + dy * dy <= picture.nodeRadius * picture.nodeRadius) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

}  // namespace loomscope
