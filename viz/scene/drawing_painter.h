// SPDX-License-Identifier: GPL-3.0-or-later
// Paints drawings with QPainter: on the screen, into PNG and PDF.
#pragma once

#include "viz/core/drawing.h"
#include "viz/core/graph_layout.h"

#include <QPainter>
#include <QPainterPath>
#include <QRectF>

namespace loomscope {

[[nodiscard]] inline QPointF toPoint(Point point) {
    return {point.x, point.y};
}
[[nodiscard]] inline QRectF toRect(const Rect& rect) {
    return {rect.x, rect.y, rect.width, rect.height};
}

/// A path of cubic pieces.
[[nodiscard]] QPainterPath curvePath(const EdgePath& points);
/// Fills an arrow head of a path in the painter's pen colour.
void paintArrowHead(QPainter& painter, const EdgePath& points, double length, const QColor& color);

void paintShape(QPainter& painter, const DrawnShape& shape);
void paintGroup(QPainter& painter, const DrawnGroup& group);
/// All groups, without the background.
void paintDrawing(QPainter& painter, const Drawing& drawing);

}  // namespace loomscope
