// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of a parse tree.
#pragma once

#include "engine/data/example.h"
#include "viz/core/tree_picture.h"
#include "viz/scene/zoom_view.h"

namespace loomscope {

class DrawingItem;

/// Shows a tree with its words on one line below and its labels in the colours of sentiment.
class TreeView final : public ZoomView {
    Q_OBJECT

public:
    explicit TreeView(QWidget* parent = nullptr);

    /// `numClasses` spreads the colours of labels; 0 takes the largest label of the tree plus one.
    void setTree(const Tree& tree, int numClasses = 0);
    void clearTree();
    /// Index into Tree::nodes, or −1. Setting emits nodeSelected() if it changed.
    [[nodiscard]] int selectedNode() const { return selected_; }
    void setSelectedNode(int node);
    [[nodiscard]] const TreePicture& picture() const { return picture_; }

signals:
    void nodeSelected(int node);

protected:
    [[nodiscard]] QPointF anchor() const override;
    void refreshColors() override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    [[nodiscard]] int nodeAt(QPoint position) const;

    TreePicture picture_;
    DrawingItem* item_ = nullptr;
    int selected_ = -1;
    QPoint pressed_;
};

}  // namespace loomscope
