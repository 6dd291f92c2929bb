// SPDX-License-Identifier: GPL-3.0-or-later
#include "viz/core/drawings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace loomscope {
namespace {

constexpr double kMargin = 20.0;
constexpr double kLegendRow = 22.0;
constexpr double kLegendColumn = 190.0;
constexpr double kCornerRadius = 6.0;

DrawnGroup edgesGroup(const PictureGraph& graph, const GraphLayout& layout, ThemeMode mode) {
    DrawnGroup group;
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
        const EdgePath& path = layout.edges[e];
        if (path.size() < 2) {
            continue;
        }
        const int count = graph.edges[e].count;
        group.shapes.emplace_back(DrawnPath{.points = path,
                                            .kind = DrawnPath::Kind::kArrow,
                                            .stroke = themeColors(mode).edge,
                                            .strokeWidth = count > 1 ? 2.0 : 1.2});
        if (count > 1) {
            const Point middle = path[path.size() / 2];
            group.shapes.emplace_back(DrawnText{.place = {middle.x + 4, middle.y},
                                                .text = fmt::format("×{}", count),
                                                .pixelSize = kCaptionPixels,
                                                .color = themeColors(mode).mutedText,
                                                .anchor = DrawnText::Anchor::kStart});
        }
    }
    return group;
}

/// Adds the legend below the picture and makes room for it.
void addLegend(Drawing& drawing, const std::vector<LegendEntry>& legend, ThemeMode mode) {
    if (legend.empty()) {
        return;
    }
    drawing.bounds.width = std::max(drawing.bounds.width, kLegendColumn + 2 * kMargin);
    const auto columns = std::max<std::size_t>(
        1, static_cast<std::size_t>((drawing.bounds.width - 2 * kMargin) / kLegendColumn));
    const double top = drawing.bounds.bottom();
    DrawnGroup group;
    for (std::size_t i = 0; i < legend.size(); ++i) {
        const std::size_t row = i / columns;
        const double x = drawing.bounds.x + kMargin + static_cast<double>(i % columns) * kLegendColumn;
        const double y = top + static_cast<double>(row) * kLegendRow;
        const SwatchColors colors = swatch(legend[i].colorSlot, mode);
        group.shapes.emplace_back(
            DrawnBox{.rect = {x, y, 12, 12}, .radius = 3, .fill = colors.fill, .stroke = colors.border});
        group.shapes.emplace_back(DrawnText{.place = {x + 20, y + 6},
                                            .text = fmt::format("{} ({})", legend[i].text, legend[i].count),
                                            .color = themeColors(mode).mutedText,
                                            .anchor = DrawnText::Anchor::kStart});
    }
    drawing.groups.push_back(std::move(group));
    const std::size_t numRows = (legend.size() + columns - 1) / columns;
    drawing.bounds.height += static_cast<double>(numRows) * kLegendRow + kMargin / 2;
}

}  // namespace

DrawnGroup nodeDrawing(const PictureNode& node, const Rect& rect, ThemeMode mode) {
    SwatchColors colors = swatch(node.colorSlot, mode);
    if (node.kind != PictureNode::Kind::kNode) {
        colors = {.fill = themeColors(mode).surface,
                  .border = themeColors(mode).edge,
                  .text = themeColors(mode).text};
    }
    DrawnGroup group{
        .id = node.source.isValid() ? fmt::format("node-{}", node.source.index()) : std::string(),
        .tooltip = node.detail};
    group.shapes.emplace_back(DrawnBox{.rect = rect,
                                       .radius = kCornerRadius,
                                       .fill = colors.fill,
                                       .stroke = colors.border,
                                       .strokeWidth = 1.2});
    const double middle = rect.center().x;
    const bool hasCaption = !node.caption.empty();
    group.shapes.emplace_back(DrawnText{.place = {middle, rect.center().y - (hasCaption ? 8.5 : 0.0)},
                                        .text = node.label,
                                        .pixelSize = kLabelPixels,
                                        .color = colors.text,
                                        .weight = DrawnText::Weight::kStrong});
    if (hasCaption) {
        group.shapes.emplace_back(DrawnText{.place = {middle, rect.center().y + 8.5},
                                            .text = node.caption,
                                            .pixelSize = kCaptionPixels,
                                            .color = mix(colors.text, colors.fill, 0.18)});
    }
    return group;
}

Drawing graphDrawing(const PictureGraph& graph, const GraphLayout& layout, ThemeMode mode) {
    Drawing drawing;
    drawing.background = themeColors(mode).surface;
    drawing.bounds = {layout.bounds.x - kMargin, layout.bounds.y - kMargin, layout.bounds.width + 2 * kMargin,
                      layout.bounds.height + 2 * kMargin};
    drawing.title = fmt::format("Computation graph of {} nodes", graph.nodes.size());
    drawing.groups.push_back(edgesGroup(graph, layout, mode));
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        drawing.groups.push_back(nodeDrawing(graph.nodes[i], layout.nodes[i], mode));
    }
    addLegend(drawing, graph.legend, mode);
    return drawing;
}

}  // namespace loomscope
