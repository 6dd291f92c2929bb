// SPDX-License-Identifier: GPL-3.0-or-later
// The grid of a schedule on the screen.
#pragma once

#include "viz/core/drawings.h"

#include <QAbstractScrollArea>
#include <QString>

namespace loomscope {

/// Paints depth × op with the batch size in each cell; headers stay in place while scrolling. Arrow keys walk
/// over cells, the tool tip tells op, size, depth and signature.
class ScheduleView final : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit ScheduleView(QWidget* parent = nullptr);

    /// Shows a chart; forgets the selection.
    void setChart(ScheduleChart chart);
    void clearChart();
    [[nodiscard]] const ScheduleChart& chart() const { return chart_; }
    [[nodiscard]] const ScheduleGrid& grid() const { return grid_; }
    void setEmptyText(const QString& text);

    /// Batch number in the schedule, or −1. Setting shows the batch and emits batchSelected() if it changed.
    [[nodiscard]] int selectedBatch() const { return selected_; }
    void setSelectedBatch(int batch);
    /// The text of a batch as the tool tip shows it, plain.
    [[nodiscard]] QString batchText(int batch) const;

    [[nodiscard]] QSize sizeHint() const override { return {720, 320}; }

signals:
    void batchSelected(int batch);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    [[nodiscard]] Point toChart(QPoint position) const;
    [[nodiscard]] int cellAt(QPoint position) const;
    [[nodiscard]] QString cellText(int cell) const;
    [[nodiscard]] ColumnRange visibleColumns() const;
    void paintCells(QPainter& painter, ColumnRange columns, ThemeMode mode) const;
    void updateScrollBars();
    void showCell(int cell);

    ScheduleChart chart_;
    ScheduleGrid grid_;
    QString emptyText_;
    int selected_ = -1;
};

}  // namespace loomscope
