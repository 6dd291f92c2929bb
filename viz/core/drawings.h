// SPDX-License-Identifier: GPL-3.0-or-later
// Drawings of graphs, schedules and parse trees.
#pragma once

#include "viz/core/drawing.h"
#include "viz/core/graph_layout.h"
#include "viz/core/picture_graph.h"
#include "viz/core/schedule_chart.h"
#include "viz/core/tree_picture.h"

#include <string>

namespace loomscope {

/// Type of node texts, in pixels: what boxes are measured with.
inline constexpr double kLabelPixels = 13.0;
inline constexpr double kCaptionPixels = 11.0;
/// Type of schedule grids.
inline constexpr double kGridPixels = 12.0;

/// Boxes with two lines and arrows with ids "node-N" by NodeId; legend below.
[[nodiscard]] Drawing graphDrawing(const PictureGraph& graph, const GraphLayout& layout, ThemeMode mode);
/// The shapes of one box.
[[nodiscard]] DrawnGroup nodeDrawing(const PictureNode& node, const Rect& rect, ThemeMode mode);

/// The grid with headers and totals; cells carry "batch-N", N the first batch of the cell.
[[nodiscard]] Drawing scheduleDrawing(const ScheduleChart& chart, const ScheduleGrid& grid,
                                      const std::string& title, ThemeMode mode);

/// Columns first … last − 1.
struct ColumnRange {
    std::int32_t first = 0;
    std::int32_t last = 0;
};
/// Parts of a schedule's drawing, in the coordinates of the whole, for views whose headers stay while cells
/// scroll.
[[nodiscard]] DrawnGroup scheduleRowNames(const ScheduleChart& chart, const ScheduleGrid& grid,
                                          ThemeMode mode);
[[nodiscard]] DrawnGroup scheduleColumnNumbers(const ScheduleChart& chart, const ScheduleGrid& grid,
                                               ColumnRange columns, ThemeMode mode);
/// Bands behind rows, totals of columns, and totals of rows at the right end.
[[nodiscard]] DrawnGroup scheduleTotals(const ScheduleChart& chart, const ScheduleGrid& grid,
                                        ColumnRange columns, ThemeMode mode);
[[nodiscard]] DrawnGroup scheduleCell(const ScheduleChart& chart, const ScheduleGrid& grid,
                                      const ScheduleCell& cell, ThemeMode mode);

/// Circles with labels, words below; ids "node-N" by index into Tree::nodes.
[[nodiscard]] Drawing treeDrawing(const TreePicture& picture, ThemeMode mode);

}  // namespace loomscope
