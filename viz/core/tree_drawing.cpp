// SPDX-License-Identifier: GPL-3.0-or-later
#include "viz/core/drawings.h"

#include <fmt/format.h>

#include <cstddef>
#include <utility>

namespace loomscope {
namespace {

DrawnGroup branches(const TreePicture& picture, ThemeMode mode) {
    DrawnGroup group;
    for (const TreePictureNode& node : picture.nodes) {
        if (node.parent >= 0) {
            const Point parent = picture.nodes[static_cast<std::size_t>(node.parent)].center;
            const double middle = (parent.y + node.center.y) / 2;
            group.shapes.emplace_back(
                DrawnPath{.points = {parent, {parent.x, middle}, {node.center.x, middle}, node.center},
                          .kind = DrawnPath::Kind::kCurve,
                          .stroke = themeColors(mode).edge,
                          .strokeWidth = 1.3});
        }
    }
    return group;
}

DrawnGroup treeNode(const TreePicture& picture, std::size_t index, ThemeMode mode) {
    const TreePictureNode& node = picture.nodes[index];
    const double radius = picture.nodeRadius;
    const Rgb fill = sentimentColor(node.label, picture.numClasses, mode);
    DrawnGroup group{.id = fmt::format("node-{}", index)};
    // Categories are wider than digits: their boxes grow, their text does not shrink.
    const double half =
        node.text.size() > 2 ? radius * 0.35 * static_cast<double>(node.text.size() + 1) : radius;
    group.shapes.emplace_back(
        DrawnBox{.rect = {node.center.x - half, node.center.y - radius, 2 * half, 2 * radius},
                 .radius = radius,
                 .fill = fill,
                 .stroke = mix(fill, themeColors(mode).text, 0.25)});
    group.shapes.emplace_back(DrawnText{.place = node.center,
                                        .text = node.text,
                                        .pixelSize = kCaptionPixels,
                                        .color = textOn(fill),
                                        .weight = DrawnText::Weight::kStrong});
    if (!node.word.empty()) {
        group.shapes.emplace_back(DrawnText{.place = node.wordRect.center(),
                                            .text = node.word,
                                            .pixelSize = kLabelPixels,
                                            .color = themeColors(mode).text});
    }
    return group;
}

}  // namespace

Drawing treeDrawing(const TreePicture& picture, ThemeMode mode) {
    Drawing drawing;
    drawing.bounds = picture.bounds;
    drawing.background = themeColors(mode).surface;
    drawing.title = "Parse tree";
    drawing.groups.push_back(branches(picture, mode));
    for (std::size_t i = 0; i < picture.nodes.size(); ++i) {
        drawing.groups.push_back(treeNode(picture, i, mode));
    }
    return drawing;
}

}  // namespace loomscope
