// SPDX-License-Identifier: GPL-3.0-or-later
#include "viz/scene/graph_view.h"

#include "viz/scene/drawing_painter.h"
#include "viz/scene/graph_items.h"
#include "viz/theme.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace loomscope {

GraphView::GraphView(QWidget* parent) : ZoomView(parent), state_(std::make_unique<GraphSceneState>()) {
    setObjectName(QStringLiteral("graphView"));
    setAccessibleName(tr("Computation graph"));
    state_->mode = modeOf(palette());
}

GraphView::~GraphView() {
    scene()->clear();
}

const LayoutResult& GraphView::picture() const {
    return state_->picture;
}

int GraphView::selectedNode() const {
    return state_->selected;
}

void GraphView::setPicture(const LayoutResult& result) {
    const bool isSameSize = state_->picture.graph && result.graph && !items_.empty() &&
                            state_->picture.graph->nodes.size() == result.graph->nodes.size();
    clearPicture();
    if (!result.graph) {
        return;
    }
    state_->picture = result;
    if (!result.graph->nodes.empty()) {
        scene()->addItem(new EdgeLayerItem(*state_));
        items_.reserve(result.graph->nodes.size());
        for (std::size_t i = 0; i < result.graph->nodes.size(); ++i) {
            items_.push_back(new GraphNodeItem(*state_, static_cast<int>(i)));
            scene()->addItem(items_.back());
        }
        setPictureRect(toRect(result.layout.bounds));
    }
    setNote(result.note);
    if (!isSameSize) {
        fit();
    }
}

void GraphView::clearPicture() {
    setSelectedNode(-1);
    items_.clear();
    scene()->clear();
    state_->picture = {};
    state_->isHighlighted.clear();
    setNote({});
}

void GraphView::setSelectedNode(int node) {
    if (node >= static_cast<int>(items_.size()) || node < -1) {
        node = -1;
    }
    if (node == state_->selected) {
        return;
    }
    state_->selected = node;
    viewport()->update();
    if (node >= 0) {
        ensureVisible(items_[static_cast<std::size_t>(node)]->boundingRect(), 40, 40);
    }
    emit nodeSelected(node);
}

void GraphView::setHighlightedNodes(std::span<const int> nodes) {
    state_->isHighlighted.assign(nodes.empty() ? 0 : items_.size(), false);
    for (const int node : nodes) {
        if (node >= 0 && static_cast<std::size_t>(node) < items_.size()) {
            state_->isHighlighted[static_cast<std::size_t>(node)] = true;
        }
    }
    viewport()->update();
}

void GraphView::setLegendShown(bool shown) {
    isLegendShown_ = shown;
    viewport()->update();
}

QPointF GraphView::anchor() const {
    // The topmost box: where arrows go up, the root, or that of the first of many graphs.
    const std::vector<Rect>& nodes = state_->picture.layout.nodes;
    const auto top = std::min_element(nodes.begin(), nodes.end(), [](const Rect& a, const Rect& b) {
        return std::pair(a.y, a.x) < std::pair(b.y, b.x);
    });
    return top == nodes.end() ? ZoomView::anchor() : toPoint(top->center());
}

void GraphView::refreshColors() {
    state_->mode = modeOf(palette());
    ZoomView::refreshColors();
}

void GraphView::drawForeground(QPainter* painter, const QRectF& rect) {
    if (isLegendShown_ && !items_.empty()) {
        painter->save();
        painter->resetTransform();
        paintLegend(*painter);
        painter->restore();
    }
    ZoomView::drawForeground(painter, rect);
}

void GraphView::paintLegend(QPainter& painter) const {
    const std::vector<LegendEntry>& legend = state_->picture.graph->legend;
    const ThemeColors& theme = themeColors(state_->mode);
    painter.setFont(themeFont(TypeRole::kCaption));
    const QFontMetrics metrics(painter.font());
    const int rowHeight = metrics.height() + Spacing::kTight;
    int width = 0;
    for (const LegendEntry& entry : legend) {
        width = std::max(width, metrics.horizontalAdvance(QString::fromStdString(entry.text)) +
                                    metrics.horizontalAdvance(QString::number(entry.count)));
    }
    QRect box(0, 0, width + 5 * Spacing::kMedium,
              static_cast<int>(legend.size()) * rowHeight + 2 * Spacing::kSmall);
    box.moveTopRight({viewport()->width() - Spacing::kMedium, Spacing::kMedium});
    if (box.height() > viewport()->height() / 2 || box.width() > viewport()->width() / 2) {
        return;
    }
    QColor background = toColor(theme.surface);
    background.setAlphaF(0.92F);
    painter.setPen(toColor(theme.border));
    painter.setBrush(background);
    painter.drawRoundedRect(QRectF(box).translated(0.5, 0.5), Spacing::kRadius, Spacing::kRadius);
    QRect row(box.left() + Spacing::kMedium, box.top() + Spacing::kSmall, box.width() - 2 * Spacing::kMedium,
              rowHeight);
    for (const LegendEntry& entry : legend) {
        const SwatchColors colors = swatch(entry.colorSlot, state_->mode);
        painter.setPen(toColor(colors.border));
        painter.setBrush(toColor(colors.fill));
        painter.drawRoundedRect(QRectF(row.left() + 0.5, row.center().y() - 4.5, 10, 10), 2.5, 2.5);
        painter.setPen(toColor(theme.text));
        painter.drawText(row.adjusted(18, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft,
                         QString::fromStdString(entry.text));
        painter.setPen(toColor(theme.mutedText));
        painter.drawText(row, Qt::AlignVCenter | Qt::AlignRight, QString::number(entry.count));
        row.translate(0, rowHeight);
    }
}

int GraphView::nodeAt(QPoint position) const {
    for (QGraphicsItem* item : items(position)) {
        if (const auto* node = dynamic_cast<const GraphNodeItem*>(item)) {
            return node->node();
        }
    }
    return -1;
}

void GraphView::mousePressEvent(QMouseEvent* event) {
    pressed_ = event->pos();
    ZoomView::mousePressEvent(event);
}

void GraphView::mouseReleaseEvent(QMouseEvent* event) {
    ZoomView::mouseReleaseEvent(event);
    viewport()->setCursor(Qt::ArrowCursor);
    const bool isClick = (event->pos() - pressed_).manhattanLength() < QApplication::startDragDistance();
    if (event->button() == Qt::LeftButton && isClick) {
        setSelectedNode(nodeAt(event->pos()));
    }
}

void GraphView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (const int node = nodeAt(event->pos()); node >= 0) {
        emit nodeActivated(node);
    }
}

int GraphView::neighbour(int key) const {
    const std::vector<Rect>& nodes = state_->picture.layout.nodes;
    const Rect& box = nodes[static_cast<std::size_t>(state_->selected)];
    const Point here = box.center();
    const bool isSideways = key == Qt::Key_Left || key == Qt::Key_Right;
    const double sign = key == Qt::Key_Left || key == Qt::Key_Up ? -1.0 : 1.0;
    std::vector<bool> isJoined(nodes.size(), false);
    for (const PictureEdge& edge : state_->picture.graph->edges) {
        if (edge.from == state_->selected || edge.to == state_->selected) {
            isJoined[static_cast<std::size_t>(edge.from)] = true;
            isJoined[static_cast<std::size_t>(edge.to)] = true;
        }
    }
    int best = -1;
    double least = std::numeric_limits<double>::max();
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const Point there = nodes[i].center();
        const double along = sign * (isSideways ? there.x - here.x : there.y - here.y);
        const double aside = std::abs(isSideways ? there.y - here.y : there.x - here.x);
        const bool isInRank = isSideways ? aside < box.height / 2 : aside < box.width / 2;
        // What an arrow joins, or what stands in line, counts as four times as near.
        const double distance = (along + 2.0 * aside) * (isJoined[i] || isInRank ? 0.25 : 1.0);
        if (along > 1.0 && (isJoined[i] || aside <= 4.0 * along) && distance < least) {
            least = distance;
            best = static_cast<int>(i);
        }
    }
    return best;
}

void GraphView::keyPressEvent(QKeyEvent* event) {
    const bool isArrow = event->key() >= Qt::Key_Left && event->key() <= Qt::Key_Down;
    if (state_->selected >= 0 && isArrow && event->modifiers() == Qt::NoModifier) {
        if (const int node = neighbour(event->key()); node >= 0) {
            setSelectedNode(node);
        }
    } else if (state_->selected >= 0 && event->key() == Qt::Key_Escape) {
        setSelectedNode(-1);
    } else if (state_->selected >= 0 && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)) {
        emit nodeActivated(state_->selected);
    } else {
        ZoomView::keyPressEvent(event);
        return;
    }
    event->accept();
}

}  // namespace loomscope
