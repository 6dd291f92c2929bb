// SPDX-License-Identifier: GPL-3.0-or-later
#include "viz/scene/drawing_painter.h"

#include "viz/text_measure.h"
#include "viz/theme.h"

#include <QPolygonF>

#include <cstddef>

namespace loomscope {
namespace {

void paint(QPainter& painter, const DrawnBox& box) {
    painter.setPen(box.stroke ? QPen(toColor(*box.stroke), box.strokeWidth) : QPen(Qt::NoPen));
    painter.setBrush(box.fill ? QBrush(toColor(*box.fill)) : QBrush(Qt::NoBrush));
    painter.drawRoundedRect(toRect(box.rect), box.radius, box.radius);
}

void paint(QPainter& painter, const DrawnPath& path) {
    if (path.points.size() < 2) {
        return;
    }
    const QColor color = toColor(path.stroke);
    painter.setPen(QPen(color, path.strokeWidth));
    painter.setBrush(Qt::NoBrush);
    if (path.kind == DrawnPath::Kind::kLine) {
        for (std::size_t i = 1; i < path.points.size(); ++i) {
            painter.drawLine(toPoint(path.points[i - 1]), toPoint(path.points[i]));
        }
        return;
    }
    painter.drawPath(curvePath(path.points));
    if (path.kind == DrawnPath::Kind::kArrow) {
        paintArrowHead(painter, path.points, 4.0 + 2.5 * path.strokeWidth, color);
    }
}

void paint(QPainter& painter, const DrawnText& text) {
    painter.setFont(drawnFont(text.pixelSize,
                              text.weight == DrawnText::Weight::kStrong ? QFont::DemiBold : QFont::Normal));
    painter.setPen(toColor(text.color));
    constexpr double kFar = 4000.0;
    QRectF box(text.place.x - kFar, text.place.y - text.pixelSize, 2 * kFar, 2 * text.pixelSize);
    int flags = Qt::AlignVCenter | Qt::TextDontClip | Qt::AlignHCenter;
    if (text.anchor == DrawnText::Anchor::kStart) {
        box.setLeft(text.place.x);
        flags = Qt::AlignVCenter | Qt::TextDontClip | Qt::AlignLeft;
    } else if (text.anchor == DrawnText::Anchor::kEnd) {
        box.setRight(text.place.x);
        flags = Qt::AlignVCenter | Qt::TextDontClip | Qt::AlignRight;
    }
    painter.drawText(box, flags, QString::fromStdString(text.text));
}

}  // namespace

QPainterPath curvePath(const EdgePath& points) {
    QPainterPath path(toPoint(points.front()));
    for (std::size_t i = 1; i + 2 < points.size(); i += 3) {
        path.cubicTo(toPoint(points[i]), toPoint(points[i + 1]), toPoint(points[i + 2]));
    }
    return path;
}

void paintArrowHead(QPainter& painter, const EdgePath& points, double length, const QColor& color) {
    const ArrowHead head = arrowHead(points, length);
    const QPolygonF polygon({toPoint(head.tip), toPoint(head.left), toPoint(head.right)});
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawPolygon(polygon);
}

void paintShape(QPainter& painter, const DrawnShape& shape) {
    std::visit([&](const auto& value) { paint(painter, value); }, shape);
}

void paintGroup(QPainter& painter, const DrawnGroup& group) {
    for (const DrawnShape& shape : group.shapes) {
        paintShape(painter, shape);
    }
}

void paintDrawing(QPainter& painter, const Drawing& drawing) {
    for (const DrawnGroup& group : drawing.groups) {
        paintGroup(painter, group);
    }
}

}  // namespace loomscope
