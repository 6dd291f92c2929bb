// SPDX-License-Identifier: GPL-3.0-or-later
#include "viz/scene/zoom_view.h"

#include "viz/theme.h"

#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace loomscope {
namespace {

constexpr double kSmallestZoom = 0.02;
constexpr double kLargestZoom = 6.0;
constexpr double kZoomStep = 1.25;
constexpr double kFitMargin = 24.0;
constexpr double kNoteHeight = 36.0;  // of one line; fit() keeps it free

}  // namespace

ZoomView::ZoomView(QWidget* parent) : QGraphicsView(parent) {
    setScene(new QGraphicsScene(this));
    setFrameShape(QFrame::NoFrame);
    setRenderHint(QPainter::Antialiasing);
    setOptimizationFlag(QGraphicsView::DontSavePainterState);
    setViewportUpdateMode(QGraphicsView::SmartViewportUpdate);
    setDragMode(QGraphicsView::ScrollHandDrag);
    setTransformationAnchor(QGraphicsView::AnchorUnderMouse);
    setResizeAnchor(QGraphicsView::AnchorViewCenter);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setCursor(Qt::ArrowCursor);
}

double ZoomView::zoom() const {
    return transform().m11();
}

void ZoomView::setZoom(double zoom) {
    const double factor = std::clamp(zoom, kSmallestZoom, kLargestZoom) / this->zoom();
    isFitted_ = isFitting_;
    if (std::abs(factor - 1.0) > 1e-6) {
        scale(factor, factor);
        updateRoom();
        emit zoomChanged(this->zoom());
    }
}

void ZoomView::setEmptyText(const QString& text) {
    emptyText_ = text;
    viewport()->update();
}

void ZoomView::setNote(const QString& note) {
    note_ = note;
    viewport()->update();
}

void ZoomView::zoomIn() {
    setZoom(zoom() * kZoomStep);
}

void ZoomView::zoomOut() {
    setZoom(zoom() / kZoomStep);
}

void ZoomView::zoomToActualSize() {
    setZoom(1.0);
}

void ZoomView::fit() {
    isFitted_ = true;
    if (picture_.isEmpty()) {
        return;
    }
    const double noteHeight = note_.isEmpty() ? 0.0 : kNoteHeight;
    const double whole = std::min((viewport()->width() - 2 * kFitMargin) / picture_.width(),
                                  (viewport()->height() - 2 * kFitMargin - noteHeight) / picture_.height());
    const ViewportAnchor anchorBefore = transformationAnchor();
    setTransformationAnchor(QGraphicsView::AnchorViewCenter);
    isFitting_ = true;
    setZoom(std::clamp(whole, readableZoom(), 1.0));
    isFitting_ = false;
    setTransformationAnchor(anchorBefore);
    if (whole >= readableZoom()) {
        centerOn(picture_.center() + QPointF(0.0, noteHeight / 2 / zoom()));
        return;
    }
    // What does fit is centred; along a side that does not, the anchor stays in sight.
    const QPointF place = anchor();
    const double margin = kFitMargin / zoom();
    const auto along = [margin](double wish, double low, double high, double visible) {
        const double half = visible / 2 - margin;
        return high - low <= 2 * half ? (low + high) / 2 : std::clamp(wish, low + half, high - half);
    };
    centerOn(along(place.x(), picture_.left(), picture_.right(), viewport()->width() / zoom()),
             along(place.y(), picture_.top(), picture_.bottom(), viewport()->height() / zoom()));
}

QPointF ZoomView::anchor() const {
    return picture_.center();
}

void ZoomView::setPictureRect(const QRectF& rect) {
    picture_ = rect;
    updateRoom();
}

void ZoomView::updateRoom() {
    const double width = 0.9 * viewport()->width() / zoom();
    const double height = 0.9 * viewport()->height() / zoom();
    setSceneRect(picture_.adjusted(-width, -height, width, height));
}

void ZoomView::refreshColors() {
    viewport()->update();
}

void ZoomView::drawForeground(QPainter* painter, const QRectF& /*rect*/) {
    painter->save();
    painter->resetTransform();
    if (scene()->items().isEmpty()) {
        paintEmptyText(*painter);
    }
    if (!note_.isEmpty()) {
        paintNote(*painter);
    }
    painter->restore();
}

void ZoomView::paintEmptyText(QPainter& painter) const {
    painter.setFont(themeFont(TypeRole::kBody));
    painter.setPen(toColor(colorsOf(palette()).mutedText));
    const QRect box = viewport()->rect().adjusted(Spacing::kHuge, 0, -Spacing::kHuge, 0);
    painter.drawText(box, Qt::AlignCenter | Qt::TextWordWrap, emptyText_);
}

void ZoomView::paintNote(QPainter& painter) const {
    const ThemeColors& theme = colorsOf(palette());
    painter.setFont(themeFont(TypeRole::kCaption));
    const int widest = std::max(80, viewport()->width() - 4 * Spacing::kMedium);
    const QRect text = painter.boundingRect(QRect(0, 0, widest, 400), Qt::TextWordWrap, note_);
    QRect box(0, 0, text.width() + 2 * Spacing::kMedium, text.height() + 2 * Spacing::kSmall - 2);
    box.moveBottomLeft({Spacing::kMedium, viewport()->height() - Spacing::kMedium});
    painter.setPen(toColor(theme.border));
    painter.setBrush(toColor(theme.raised));
    painter.drawRoundedRect(QRectF(box).translated(0.5, 0.5), Spacing::kRadius, Spacing::kRadius);
    painter.setPen(toColor(theme.text));
    painter.drawText(box.adjusted(Spacing::kMedium, 0, -Spacing::kMedium, 0),
                     Qt::AlignVCenter | Qt::TextWordWrap, note_);
}

void ZoomView::wheelEvent(QWheelEvent* event) {
    if (event->modifiers().testFlag(Qt::ShiftModifier) || event->angleDelta().y() == 0) {
        QGraphicsView::wheelEvent(event);
        return;
    }
    const QPointF place = event->position();
    const QPointF before = viewportTransform().inverted().map(place);
    setTransformationAnchor(QGraphicsView::NoAnchor);
    setZoom(zoom() * std::pow(kZoomStep, event->angleDelta().y() / 120.0));
    const QPointF moved = viewportTransform().map(before) - place;
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() +
                                    static_cast<int>(std::lround(moved.x())));
    verticalScrollBar()->setValue(verticalScrollBar()->value() + static_cast<int>(std::lround(moved.y())));
    setTransformationAnchor(QGraphicsView::AnchorViewCenter);
    event->accept();
}

void ZoomView::keyPressEvent(QKeyEvent* event) {
    const bool isControl = event->modifiers().testFlag(Qt::ControlModifier);
    if (event->key() == Qt::Key_F && event->modifiers() == Qt::NoModifier) {
        fit();
    } else if (event->key() == Qt::Key_0 && isControl) {
        zoomToActualSize();
    } else if ((event->key() == Qt::Key_Plus || event->key() == Qt::Key_Equal)) {
        zoomIn();
    } else if (event->key() == Qt::Key_Minus) {
        zoomOut();
    } else {
        QGraphicsView::keyPressEvent(event);
        return;
    }
    event->accept();
}

void ZoomView::changeEvent(QEvent* event) {
    QGraphicsView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) {
        refreshColors();
    }
}

void ZoomView::resizeEvent(QResizeEvent* event) {
    QGraphicsView::resizeEvent(event);
    updateRoom();
    if (isFitted_) {
        fit();
    }
}

void ZoomView::showEvent(QShowEvent* event) {
    QGraphicsView::showEvent(event);
    if (isFitted_) {
        fit();
    }
}

}  // namespace loomscope
