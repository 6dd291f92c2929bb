// SPDX-License-Identifier: GPL-3.0-or-later
// The items of a graph's scene: one small item a box, all arrows in one.
#pragma once

#include "viz/core/drawings.h"
#include "viz/graphviz/graph_layouter.h"

#include <QGraphicsItem>

#include <cstdint>
#include <vector>

namespace loomscope {

/// How much of a picture is drawn at a zoom.
enum class DetailLevel : std::uint8_t {
    kBlocks,  ///< filled rectangles
    kBoxes,   ///< boxes without texts
    kTexts,
};
[[nodiscard]] DetailLevel detailLevel(double zoom);

/// What the items of one picture share; owned by the view, which outlives them.
struct GraphSceneState {
    LayoutResult picture;
    ThemeMode mode = ThemeMode::kLight;
    int selected = -1;
    std::vector<bool> isHighlighted;  ///< by node; empty: nothing is
};

/// One box.
class GraphNodeItem final : public QGraphicsItem {
public:
    GraphNodeItem(const GraphSceneState& state, int node);

    [[nodiscard]] int node() const { return node_; }
    [[nodiscard]] QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    void paintTexts(QPainter& painter, const Rect& rect, const SwatchColors& colors) const;

    const GraphSceneState& state_;
    int node_;
};

/// All arrows, in tiles of neighbouring ones: only tiles in sight are painted.
class EdgeLayerItem final : public QGraphicsItem {
public:
    explicit EdgeLayerItem(const GraphSceneState& state);

    [[nodiscard]] QRectF boundingRect() const override { return bounds_; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    struct Edge {
        std::size_t index = 0;
        QRectF bounds;
    };
    struct Tile {
        QRectF bounds;
        QPainterPath path;  ///< the lines of all its arrows
        std::vector<Edge> edges;
    };

    void paintEdges(QPainter& painter, const Tile& tile, const QRectF& exposed, DetailLevel detail) const;
    void paintCount(QPainter& painter, std::size_t edge) const;

    const GraphSceneState& state_;
    std::vector<Tile> tiles_;
    QRectF bounds_;
};

}  // namespace loomscope
