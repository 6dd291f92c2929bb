// SPDX-License-Identifier: GPL-3.0-or-later
#include "viz/scene/tree_view.h"

#include "viz/core/drawings.h"
#include "viz/scene/drawing_painter.h"
#include "viz/text_measure.h"
#include "viz/theme.h"

#include <QApplication>
#include <QGraphicsItem>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <utility>

namespace loomscope {

/// Paints a whole drawing, with a ring around one place.
class DrawingItem final : public QGraphicsItem {
public:
    void setDrawing(Drawing drawing) {
        prepareGeometryChange();
        drawing_ = std::move(drawing);
        update();
    }
    void setRing(const QRectF& ring, const QColor& color) {
        ring_ = ring;
        ringColor_ = color;
        update();
    }

    [[nodiscard]] QRectF boundingRect() const override { return toRect(drawing_.bounds); }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* /*option*/, QWidget* /*widget*/) override {
        paintDrawing(*painter, drawing_);
        if (!ring_.isEmpty()) {
            painter->setPen(QPen(ringColor_, 2.5));
            painter->setBrush(Qt::NoBrush);
            painter->drawEllipse(ring_);
        }
    }

private:
    Drawing drawing_;
    QRectF ring_;
    QColor ringColor_;
};

TreeView::TreeView(QWidget* parent) : ZoomView(parent) {
    setObjectName(QStringLiteral("treeView"));
    setAccessibleName(tr("Parse tree"));
}

void TreeView::setTree(const Tree& tree, int numClasses) {
    clearTree();
    if (tree.nodes.empty()) {
        return;
    }
    const TextMeasure measure(drawnFont(kLabelPixels, QFont::Normal));
    picture_ = treePicture(tree, numClasses, [&](std::string_view text) { return measure.width(text); });
    item_ = new DrawingItem;
    scene()->addItem(item_);
    setPictureRect(toRect(picture_.bounds));
    refreshColors();
    fit();
}

void TreeView::clearTree() {
    setSelectedNode(-1);
    scene()->clear();
    item_ = nullptr;
    picture_ = {};
    viewport()->update();
}

void TreeView::setSelectedNode(int node) {
    if (node >= static_cast<int>(picture_.nodes.size()) || node < -1) {
        node = -1;
    }
    if (node == selected_) {
        return;
    }
    selected_ = node;
    refreshColors();
    if (node >= 0) {
        const Point center = picture_.nodes[static_cast<std::size_t>(node)].center;
        ensureVisible(QRectF(center.x - 20, center.y - 20, 40, 60), 20, 20);
    }
    emit nodeSelected(node);
}

QPointF TreeView::anchor() const {
    return picture_.nodes.empty() ? ZoomView::anchor() : toPoint(picture_.nodes.back().center);
}

void TreeView::refreshColors() {
    if (item_ != nullptr) {
        const ThemeMode mode = modeOf(palette());
        item_->setDrawing(treeDrawing(picture_, mode));
        QRectF ring;
        if (selected_ >= 0) {
            const double radius = picture_.nodeRadius + 3.5;
            const Point center = picture_.nodes[static_cast<std::size_t>(selected_)].center;
            ring = QRectF(center.x - radius, center.y - radius, 2 * radius, 2 * radius);
        }
        item_->setRing(ring, toColor(themeColors(mode).accent));
    }
    ZoomView::refreshColors();
}

int TreeView::nodeAt(QPoint position) const {
    const QPointF place = mapToScene(position);
    return hitTest(picture_, {place.x(), place.y()});
}

void TreeView::mousePressEvent(QMouseEvent* event) {
    pressed_ = event->pos();
    ZoomView::mousePressEvent(event);
}

void TreeView::mouseReleaseEvent(QMouseEvent* event) {
    ZoomView::mouseReleaseEvent(event);
    viewport()->setCursor(Qt::ArrowCursor);
    const bool isClick = (event->pos() - pressed_).manhattanLength() < QApplication::startDragDistance();
    if (event->button() == Qt::LeftButton && isClick) {
        setSelectedNode(nodeAt(event->pos()));
    }
}

bool TreeView::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* const help = static_cast<QHelpEvent*>(event);
        const int node = nodeAt(help->pos());
        if (node >= 0) {
            const TreePictureNode& drawn = picture_.nodes[static_cast<std::size_t>(node)];
            QString text = tr("node %1").arg(node);
            text += drawn.label >= 0 ? tr(", label %1").arg(drawn.label) : QString();
            text +=
                drawn.word.empty() ? QString() : QStringLiteral("\n") + QString::fromStdString(drawn.word);
            QToolTip::showText(help->globalPos(), text, this);
            return true;
        }
        QToolTip::hideText();
    }
    return ZoomView::viewportEvent(event);
}

}  // namespace loomscope
