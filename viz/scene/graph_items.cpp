// SPDX-License-Identifier: GPL-3.0-or-later
#include "viz/scene/graph_items.h"

#include "viz/scene/drawing_painter.h"
#include "viz/text_measure.h"
#include "viz/theme.h"

#include <QPainter>
#include <QStyleOptionGraphicsItem>

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace loomscope {
namespace {

constexpr double kBlockZoom = 0.15;
constexpr double kTextZoom = 0.5;
constexpr std::size_t kTileEdges = 256;
constexpr double kSelectionWidth = 3.0;
constexpr double kFaded = 0.35;
constexpr double kArrowLength = 7.0;

double zoomOf(const QPainter& painter, const QStyleOptionGraphicsItem& option) {
    return option.levelOfDetailFromTransform(painter.worldTransform());
}

}  // namespace

DetailLevel detailLevel(double zoom) {
    if (zoom < kBlockZoom) {
        return DetailLevel::kBlocks;
    }
    return zoom < kTextZoom ? DetailLevel::kBoxes : DetailLevel::kTexts;
}

GraphNodeItem::GraphNodeItem(const GraphSceneState& state, int node) : state_(state), node_(node) {
    const PictureNode& drawn = state.picture.graph->nodes[static_cast<std::size_t>(node)];
    setToolTip(QString::fromStdString(drawn.detail));
}

QRectF GraphNodeItem::boundingRect() const {
    const QRectF rect = toRect(state_.picture.layout.nodes[static_cast<std::size_t>(node_)]);
    return rect.adjusted(-kSelectionWidth, -kSelectionWidth, kSelectionWidth, kSelectionWidth);
}

void GraphNodeItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* /*widget*/) {
    const auto index = static_cast<std::size_t>(node_);
    const Rect& rect = state_.picture.layout.nodes[index];
    const PictureNode& node = state_.picture.graph->nodes[index];
    SwatchColors colors = swatch(node.colorSlot, state_.mode);
    if (node.kind != PictureNode::Kind::kNode) {
        const ThemeColors& theme = themeColors(state_.mode);
        colors = {.fill = theme.surface, .border = theme.edge, .text = theme.text};
    }
    const bool isFaded =
        !state_.isHighlighted.empty() && !state_.isHighlighted[index] && state_.selected != node_;
    painter->setOpacity(isFaded ? kFaded : 1.0);
    const DetailLevel detail = detailLevel(zoomOf(*painter, *option));
    if (detail == DetailLevel::kBlocks) {
        const bool isSelected = state_.selected == node_;
        painter->fillRect(toRect(rect),
                          toColor(isSelected ? themeColors(state_.mode).accent : colors.border));
    } else {
        const bool isSelected = state_.selected == node_;
        QPen pen(toColor(isSelected ? themeColors(state_.mode).accent : colors.border),
                 isSelected ? 2.5 : 1.2);
        pen.setCosmetic(detail == DetailLevel::kBoxes);
        painter->setPen(pen);
        painter->setBrush(toColor(colors.fill));
        painter->drawRoundedRect(toRect(rect), Spacing::kRadius, Spacing::kRadius);
        if (detail == DetailLevel::kTexts) {
            paintTexts(*painter, rect, colors);
        }
    }
    painter->setOpacity(1.0);
}

void GraphNodeItem::paintTexts(QPainter& painter, const Rect& rect, const SwatchColors& colors) const {
    static const QFont labelFont = drawnFont(kLabelPixels, QFont::DemiBold);
    static const QFont captionFont = drawnFont(kCaptionPixels, QFont::Normal);
    const PictureNode& node = state_.picture.graph->nodes[static_cast<std::size_t>(node_)];
    const QRectF box = toRect(rect);
    const bool hasCaption = !node.caption.empty();
    painter.setFont(labelFont);
    painter.setPen(toColor(colors.text));
    painter.drawText(box.translated(0, hasCaption ? -8.5 : 0.0), Qt::AlignCenter,
                     QString::fromStdString(node.label));
    if (hasCaption) {
        painter.setFont(captionFont);
        painter.setPen(toColor(mix(colors.text, colors.fill, 0.18)));
        painter.drawText(box.translated(0, 8.5), Qt::AlignCenter, QString::fromStdString(node.caption));
    }
}

EdgeLayerItem::EdgeLayerItem(const GraphSceneState& state) : state_(state) {
    setFlag(ItemUsesExtendedStyleOption);
    setZValue(-1.0);
    setAcceptedMouseButtons(Qt::NoButton);
    const std::vector<EdgePath>& paths = state.picture.layout.edges;
    std::vector<std::size_t> order(paths.size());
    std::iota(order.begin(), order.end(), 0U);
    std::erase_if(order, [&](std::size_t edge) { return paths[edge].size() < 2; });
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return std::pair(paths[a].front().y, paths[a].front().x) <
               std::pair(paths[b].front().y, paths[b].front().x);
    });
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (i % kTileEdges == 0) {
            tiles_.emplace_back();
        }
        Tile& tile = tiles_.back();
        const QPainterPath curve = curvePath(paths[order[i]]);
        tile.path.addPath(curve);
        tile.edges.push_back({order[i], curve.controlPointRect().adjusted(-10, -10, 10, 10)});
    }
    for (Tile& tile : tiles_) {
        for (const Edge& edge : tile.edges) {
            tile.bounds |= edge.bounds;
        }
        bounds_ |= tile.bounds;
    }
}

void EdgeLayerItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* /*widget*/) {
    const DetailLevel detail = detailLevel(zoomOf(*painter, *option));
    painter->setOpacity(state_.isHighlighted.empty() ? 1.0 : 2 * kFaded);
    for (const Tile& tile : tiles_) {
        if (!tile.bounds.intersects(option->exposedRect)) {
            continue;
        }
        if (detail == DetailLevel::kBlocks) {
            painter->strokePath(tile.path, QPen(toColor(themeColors(state_.mode).edge), 0));
        } else {
            paintEdges(*painter, tile, option->exposedRect, detail);
        }
    }
    painter->setOpacity(1.0);
}

void EdgeLayerItem::paintEdges(QPainter& painter, const Tile& tile, const QRectF& exposed,
                               DetailLevel detail) const {
    const QColor color = toColor(themeColors(state_.mode).edge);
    const QPen pen(color, detail == DetailLevel::kTexts ? 1.2 : 0.0);
    for (const Edge& edge : tile.edges) {
        if (!edge.bounds.intersects(exposed)) {
            continue;
        }
        const EdgePath& path = state_.picture.layout.edges[edge.index];
        painter.strokePath(curvePath(path), pen);
        paintArrowHead(painter, path, kArrowLength, color);
        if (detail == DetailLevel::kTexts) {
            paintCount(painter, edge.index);
        }
    }
}

void EdgeLayerItem::paintCount(QPainter& painter, std::size_t edge) const {
    const int count = state_.picture.graph->edges[edge].count;
    if (count > 1) {
        const EdgePath& path = state_.picture.layout.edges[edge];
        const Point middle = path[path.size() / 2];
        paintShape(painter, DrawnText{.place = {middle.x + 5, middle.y},
                                      .text = "×" + std::to_string(count),
                                      .pixelSize = kCaptionPixels,
                                      .color = themeColors(state_.mode).mutedText,
                                      .anchor = DrawnText::Anchor::kStart});
    }
}

}  // namespace loomscope
