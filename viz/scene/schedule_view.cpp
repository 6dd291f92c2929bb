// SPDX-License-Identifier: GPL-3.0-or-later
#include "viz/scene/schedule_view.h"

#include "viz/core/drawings.h"
#include "viz/scene/drawing_painter.h"
#include "viz/text_measure.h"
#include "viz/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace loomscope {

ScheduleView::ScheduleView(QWidget* parent) : QAbstractScrollArea(parent) {
    setObjectName(QStringLiteral("scheduleView"));
    setAccessibleName(tr("Schedule: batches by op and depth"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
}

void ScheduleView::setChart(ScheduleChart chart) {
    chart_ = std::move(chart);
    const TextMeasure measure(drawnFont(kGridPixels, QFont::Normal));
    grid_ = scheduleGrid(chart_, [&](std::string_view text) { return measure.width(text); });
    setSelectedBatch(-1);
    horizontalScrollBar()->setValue(0);
    verticalScrollBar()->setValue(0);
    updateScrollBars();
    viewport()->update();
}

void ScheduleView::clearChart() {
    setChart({});
}

void ScheduleView::setEmptyText(const QString& text) {
    emptyText_ = text;
    viewport()->update();
}

void ScheduleView::setSelectedBatch(int batch) {
    if (batch >= static_cast<int>(chart_.batches.size()) || batch < -1) {
        batch = -1;
    }
    if (batch == selected_) {
        return;
    }
    selected_ = batch;
    if (batch >= 0) {
        showCell(chart_.batches[static_cast<std::size_t>(batch)].cell);
    }
    viewport()->update();
    emit batchSelected(batch);
}

QString ScheduleView::batchText(int batch) const {
    if (batch < 0 || batch >= static_cast<int>(chart_.batches.size())) {
        return {};
    }
    const ScheduleBatchInfo& info = chart_.batches[static_cast<std::size_t>(batch)];
    const QString depth = info.minDepth == info.maxDepth
                              ? tr("depth %1").arg(info.minDepth)
                              : tr("depth %1 to %2").arg(info.minDepth).arg(info.maxDepth);
    return tr("Step %1: %n node(s), %2\n%3", nullptr, static_cast<int>(info.size))
        .arg(batch + 1)
        .arg(depth, QString::fromStdString(info.signature));
}

QString ScheduleView::cellText(int cell) const {
    const ScheduleCell& place = chart_.cells[static_cast<std::size_t>(cell)];
    if (place.numBatches == 0) {
        return tr("%1 values written again at depth %2, because a later depth needs them")
            .arg(place.size)
            .arg(place.column);
    }
    constexpr std::size_t kMostListed = 8;
    QStringList lines;
    for (const std::uint32_t batch : chart_.batchesOf(place)) {
        if (lines.size() == kMostListed) {
            lines.push_back(tr("and %1 more batches").arg(place.numBatches - kMostListed));
            break;
        }
        lines.push_back(batchText(static_cast<int>(batch)));
    }
    return lines.join(u'\n');
}

Point ScheduleView::toChart(QPoint position) const {
    // Headers stay: only what lies right of and below them has scrolled.
    const double x =
        position.x() < grid_.rowHeaderWidth ? position.x() : position.x() + horizontalScrollBar()->value();
    const double y =
        position.y() < grid_.columnHeaderHeight ? position.y() : position.y() + verticalScrollBar()->value();
    return {x, y};
}

int ScheduleView::cellAt(QPoint position) const {
    return grid_.cellAt(chart_, toChart(position));
}

void ScheduleView::updateScrollBars() {
    const Size size = grid_.size(chart_);
    const QSize visible = viewport()->size();
    horizontalScrollBar()->setRange(0, std::max(0, static_cast<int>(size.width) - visible.width()));
    horizontalScrollBar()->setPageStep(visible.width());
    horizontalScrollBar()->setSingleStep(static_cast<int>(grid_.cellWidth));
    verticalScrollBar()->setRange(0, std::max(0, static_cast<int>(size.height) - visible.height()));
    verticalScrollBar()->setPageStep(visible.height());
    verticalScrollBar()->setSingleStep(static_cast<int>(grid_.cellHeight));
}

void ScheduleView::showCell(int cell) {
    const ScheduleCell& place = chart_.cells[static_cast<std::size_t>(cell)];
    const Rect rect = grid_.cellRect(place.row, place.column);
    const auto follow = [](QScrollBar& bar, double low, double high, double header, int visible) {
        if (low - bar.value() < header) {
            bar.setValue(static_cast<int>(low - header));
        } else if (high - bar.value() > visible) {
            bar.setValue(static_cast<int>(high - visible));
        }
    };
    follow(*horizontalScrollBar(), rect.x, rect.right(), grid_.rowHeaderWidth, viewport()->width());
    follow(*verticalScrollBar(), rect.y, rect.bottom(), grid_.columnHeaderHeight, viewport()->height());
}

void ScheduleView::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    const ThemeMode mode = modeOf(palette());
    painter.fillRect(viewport()->rect(), toColor(themeColors(mode).surface));
    if (chart_.cells.empty()) {
        painter.setFont(themeFont(TypeRole::kBody));
        painter.setPen(toColor(themeColors(mode).mutedText));
        painter.drawText(viewport()->rect().adjusted(Spacing::kHuge, 0, -Spacing::kHuge, 0),
                         Qt::AlignCenter | Qt::TextWordWrap, emptyText_);
        return;
    }
    const int headerWidth = static_cast<int>(grid_.rowHeaderWidth);
    const int headerHeight = static_cast<int>(grid_.columnHeaderHeight);
    const QRect all = viewport()->rect();
    const QPoint scrolled(horizontalScrollBar()->value(), verticalScrollBar()->value());
    const auto part = [&](QRect clip, QPoint offset, const auto& paint) {
        painter.save();
        painter.setClipRect(clip);
        painter.translate(-offset);
        paint();
        painter.restore();
    };
    const ColumnRange columns = visibleColumns();
    part(all.adjusted(headerWidth, headerHeight, 0, 0), scrolled,
         [&] { paintCells(painter, columns, mode); });
    part(all.adjusted(headerWidth, 0, 0, 0), {scrolled.x(), 0},
         [&] { paintGroup(painter, scheduleColumnNumbers(chart_, grid_, columns, mode)); });
    part(all.adjusted(0, headerHeight, 0, 0), {0, scrolled.y()},
         [&] { paintGroup(painter, scheduleRowNames(chart_, grid_, mode)); });
    const bool isByDepth = chart_.columnsAre == ScheduleColumns::kDepth;
    paintShape(painter, DrawnText{.place = {grid_.rowHeaderWidth - 10, grid_.columnHeaderHeight / 2},
                                  .text = (isByDepth ? tr("depth") : tr("step")).toStdString(),
                                  .pixelSize = kGridPixels,
                                  .color = themeColors(mode).mutedText,
                                  .anchor = DrawnText::Anchor::kEnd});
    painter.setPen(toColor(themeColors(mode).border));
    painter.drawLine(QPointF(0, headerHeight - 0.5), QPointF(all.width(), headerHeight - 0.5));
}

ColumnRange ScheduleView::visibleColumns() const {
    const double left = horizontalScrollBar()->value();
    const double width = viewport()->width() - grid_.rowHeaderWidth;
    return {static_cast<std::int32_t>(left / grid_.cellWidth),
            std::min(chart_.numColumns(), static_cast<std::int32_t>((left + width) / grid_.cellWidth) + 1)};
}

void ScheduleView::paintCells(QPainter& painter, ColumnRange columns, ThemeMode mode) const {
    paintGroup(painter, scheduleTotals(chart_, grid_, columns, mode));
    auto cell =
        std::lower_bound(chart_.cells.begin(), chart_.cells.end(), columns.first,
                         [](const ScheduleCell& item, std::int32_t column) { return item.column < column; });
    const int selectedCell = selected_ < 0 ? -1 : chart_.batches[static_cast<std::size_t>(selected_)].cell;
    for (; cell != chart_.cells.end() && cell->column < columns.last; ++cell) {
        paintGroup(painter, scheduleCell(chart_, grid_, *cell, mode));
        if (cell - chart_.cells.begin() == selectedCell) {
            painter.setPen(QPen(toColor(themeColors(mode).accent), 2.5));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(toRect(grid_.cellRect(cell->row, cell->column)).adjusted(1, 2, -1, -2), 5,
                                    5);
        }
    }
}

void ScheduleView::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    updateScrollBars();
}

void ScheduleView::mousePressEvent(QMouseEvent* event) {
    const int cell = cellAt(event->pos());
    const bool isBatch = cell >= 0 && chart_.cells[static_cast<std::size_t>(cell)].numBatches > 0;
    setSelectedBatch(
        isBatch ? static_cast<int>(chart_.batchesOf(chart_.cells[static_cast<std::size_t>(cell)]).front())
                : -1);
}

void ScheduleView::keyPressEvent(QKeyEvent* event) {
    const int last = static_cast<int>(chart_.batches.size()) - 1;
    switch (event->key()) {
        case Qt::Key_Right:
        case Qt::Key_Down:
            setSelectedBatch(std::min(selected_ + 1, last));
            break;
        case Qt::Key_Left:
        case Qt::Key_Up:
            setSelectedBatch(std::max(selected_ - 1, std::min(0, last)));
            break;
        case Qt::Key_Home:
            setSelectedBatch(std::min(0, last));
            break;
        case Qt::Key_End:
            setSelectedBatch(last);
            break;
        case Qt::Key_Escape:
            setSelectedBatch(-1);
            break;
        default:
            QAbstractScrollArea::keyPressEvent(event);
    }
}

void ScheduleView::changeEvent(QEvent* event) {
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        viewport()->update();
    }
}

bool ScheduleView::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* const help = static_cast<QHelpEvent*>(event);
        if (const int cell = cellAt(help->pos()); cell >= 0) {
            QToolTip::showText(help->globalPos(), cellText(cell), this);
        } else {
            QToolTip::hideText();
        }
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

}  // namespace loomscope
