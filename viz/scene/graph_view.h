// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of a computation graph.
#pragma once

#include "viz/graphviz/graph_layouter.h"
#include "viz/scene/zoom_view.h"

#include <memory>
#include <span>
#include <vector>

namespace loomscope {

class GraphNodeItem;
struct GraphSceneState;

/// Shows a LayoutResult: boxes with level of detail, arrows in tiles, a legend of colours, tool tips, one
/// selected node. Arrow keys walk from node to node once one is selected; Esc clears the selection.
class GraphView final : public ZoomView {
    Q_OBJECT

public:
    explicit GraphView(QWidget* parent = nullptr);
    ~GraphView() override;

    /// Shows a graph; keeps the zoom if `result` has as many nodes as the picture before, else fits.
    void setPicture(const LayoutResult& result);
    /// Shows nothing but the empty text.
    void clearPicture();
    /// What is shown; its graph is null while there is nothing.
    [[nodiscard]] const LayoutResult& picture() const;

    /// Position in PictureGraph::nodes, or −1.
    [[nodiscard]] int selectedNode() const;
    /// Selects and shows a node; −1 clears. Emits nodeSelected() if it changed.
    void setSelectedNode(int node);
    /// Marks nodes of a batch or of a word; an empty list clears. Other nodes fade.
    void setHighlightedNodes(std::span<const int> nodes);
    [[nodiscard]] bool isLegendShown() const { return isLegendShown_; }
    void setLegendShown(bool shown);
    [[nodiscard]] double readableZoom() const override { return 0.3; }

signals:
    void nodeSelected(int node);
    void nodeActivated(int node);  ///< double click or Enter

protected:
    [[nodiscard]] QPointF anchor() const override;
    void refreshColors() override;
    void drawForeground(QPainter* painter, const QRectF& rect) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] int nodeAt(QPoint position) const;
    /// The node that an arrow key leads to, or −1.
    [[nodiscard]] int neighbour(int key) const;
    void paintLegend(QPainter& painter) const;

    std::unique_ptr<GraphSceneState> state_;
    std::vector<GraphNodeItem*> items_;
    QPoint pressed_;
    bool isLegendShown_ = true;
};

}  // namespace loomscope
