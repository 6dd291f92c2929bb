// SPDX-License-Identifier: GPL-3.0-or-later
#include "viz/core/drawings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace loomscope {
namespace {

constexpr double kMargin = 16.0;
constexpr double kTitleHeight = 34.0;

DrawnText text(Point place, std::string words, Rgb color, DrawnText::Anchor anchor) {
    return {
        .place = place, .text = std::move(words), .pixelSize = kGridPixels, .color = color, .anchor = anchor};
}

/// The row's colour, stronger for larger batches.
Rgb cellColor(const ScheduleChart& chart, const ScheduleCell& cell, ThemeMode mode) {
    const SwatchColors colors = swatch(chart.rows[static_cast<std::size_t>(cell.row)].colorSlot, mode);
    const double most = std::log1p(static_cast<double>(std::max<std::int64_t>(chart.largest, 2)));
    return mix(colors.fill, colors.border, 0.85 * std::log1p(static_cast<double>(cell.size - 1)) / most);
}

std::string tooltip(const ScheduleChart& chart, const ScheduleCell& cell) {
    if (cell.numBatches == 0) {
        return fmt::format("{} values written again for a later depth", cell.size);
    }
    const ScheduleBatchInfo& info = chart.batches[chart.batchesOf(cell).front()];
    return fmt::format("{}\n{} nodes in {} {}, depth {}", info.signature, cell.size, cell.numBatches,
                       cell.numBatches == 1 ? "batch" : "batches", info.minDepth);
}

}  // namespace

DrawnGroup scheduleRowNames(const ScheduleChart& chart, const ScheduleGrid& grid, ThemeMode mode) {
    const ThemeColors& theme = themeColors(mode);
    const double x = grid.rowHeaderWidth - 10;
    DrawnGroup group;
    std::int32_t row = 0;
    for (const ScheduleRow& item : chart.rows) {
        const double y = grid.cellRect(row++, 0).center().y;
        group.shapes.emplace_back(text({x, y}, item.name, theme.text, DrawnText::Anchor::kEnd));
    }
    group.shapes.emplace_back(
        text({x, grid.cellRect(row, 0).center().y}, "total", theme.mutedText, DrawnText::Anchor::kEnd));
    return group;
}

DrawnGroup scheduleColumnNumbers(const ScheduleChart& chart, const ScheduleGrid& grid, ColumnRange columns,
                                 ThemeMode mode) {
    const Rgb color = themeColors(mode).mutedText;
    const int offset = chart.columnsAre == ScheduleColumns::kDepth ? 0 : 1;
    DrawnGroup group;
    for (std::int32_t c = columns.first; c < columns.last; ++c) {
        group.shapes.emplace_back(text({grid.cellRect(0, c).center().x, grid.columnHeaderHeight / 2},
                                       fmt::format("{}", c + offset), color, DrawnText::Anchor::kMiddle));
    }
    if (columns.last == chart.numColumns()) {
        const double right = grid.cellRect(0, chart.numColumns()).x;
        group.shapes.emplace_back(text({right + 12, grid.columnHeaderHeight / 2}, "nodes / batches", color,
                                       DrawnText::Anchor::kStart));
    }
    return group;
}

DrawnGroup scheduleTotals(const ScheduleChart& chart, const ScheduleGrid& grid, ColumnRange columns,
                          ThemeMode mode) {
    const ThemeColors& theme = themeColors(mode);
    const double left = grid.cellRect(0, columns.first).x;
    const double right = grid.cellRect(0, chart.numColumns()).x;
    DrawnGroup group;
    std::int32_t row = 0;
    for (const ScheduleRow& item : chart.rows) {
        const Rect place = grid.cellRect(row, columns.last);
        if (row++ % 2 == 0) {
            group.shapes.emplace_back(
                DrawnBox{.rect = {left, place.y, right - left + grid.rowTotalWidth, place.height},
                         .fill = theme.raised});
        }
        const std::string total = item.isPassThrough ? fmt::format("{} rows", item.nodes)
                                                     : fmt::format("{} / {}", item.nodes, item.batches);
        group.shapes.emplace_back(
            text({right + 12, place.center().y}, total, theme.text, DrawnText::Anchor::kStart));
    }
    for (std::int32_t c = columns.first; c < columns.last; ++c) {
        if (const std::int64_t size = chart.columnSizes[static_cast<std::size_t>(c)]; size > 0) {
            group.shapes.emplace_back(text(grid.cellRect(row, c).center(), fmt::format("{}", size),
                                           theme.mutedText, DrawnText::Anchor::kMiddle));
        }
    }
    return group;
}

DrawnGroup scheduleCell(const ScheduleChart& chart, const ScheduleGrid& grid, const ScheduleCell& cell,
                        ThemeMode mode) {
    const Rect rect = grid.cellRect(cell.row, cell.column);
    const Rect box{rect.x + 1.5, rect.y + 2.5, rect.width - 3, rect.height - 5};
    const std::string size =
        cell.numBatches > 1 ? fmt::format("{}·{}", cell.size, cell.numBatches) : fmt::format("{}", cell.size);
    DrawnGroup group{.tooltip = tooltip(chart, cell)};
    if (cell.numBatches == 0) {
        group.shapes.emplace_back(DrawnBox{.rect = box, .radius = 4, .stroke = themeColors(mode).edge});
        group.shapes.emplace_back(
            text(rect.center(), size, themeColors(mode).mutedText, DrawnText::Anchor::kMiddle));
        return group;
    }
    const Rgb fill = cellColor(chart, cell, mode);
    group.id = fmt::format("batch-{}", chart.batchesOf(cell).front());
    group.shapes.emplace_back(DrawnBox{.rect = box, .radius = 4, .fill = fill});
    group.shapes.emplace_back(text(rect.center(), size, textOn(fill), DrawnText::Anchor::kMiddle));
    return group;
}

Drawing scheduleDrawing(const ScheduleChart& chart, const ScheduleGrid& grid, const std::string& title,
                        ThemeMode mode) {
    const ThemeColors& theme = themeColors(mode);
    const Size size = grid.size(chart);
    const double head = title.empty() ? 0.0 : kTitleHeight;
    Drawing drawing;
    drawing.background = theme.surface;
    drawing.title = title.empty() ? "Schedule" : title;
    drawing.bounds = {-kMargin, -kMargin - head, size.width + 2 * kMargin, size.height + 2 * kMargin + head};
    if (!title.empty()) {
        DrawnText line = text({0, -head / 2}, title, theme.text, DrawnText::Anchor::kStart);
        line.pixelSize = 15;
        line.weight = DrawnText::Weight::kStrong;
        drawing.groups.push_back({.shapes = {line}});
    }
    const ColumnRange all{0, chart.numColumns()};
    drawing.groups.push_back(scheduleTotals(chart, grid, all, mode));
    drawing.groups.push_back(scheduleRowNames(chart, grid, mode));
    drawing.groups.push_back(scheduleColumnNumbers(chart, grid, all, mode));
    drawing.groups.push_back({.shapes = {text({grid.rowHeaderWidth - 10, grid.columnHeaderHeight / 2},
                                              chart.columnsAre == ScheduleColumns::kDepth ? "depth" : "step",
                                              theme.mutedText, DrawnText::Anchor::kEnd)}});
    for (const ScheduleCell& cell : chart.cells) {
        drawing.groups.push_back(scheduleCell(chart, grid, cell, mode));
    }
    return drawing;
}

}  // namespace loomscope
