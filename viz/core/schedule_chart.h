// SPDX-License-Identifier: GPL-3.0-or-later
// A schedule as a grid: rows are ops and cells, columns are depths or steps, a cell is a batch with its size.
#pragma once

#include "engine/schedule/schedule.h"
#include "viz/core/geometry.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loomscope {

enum class ScheduleColumns : std::uint8_t {
    kDepth,     ///< a column a depth (the smallest depth of a batch's nodes)
    kPosition,  ///< a column a batch, in the order of execution
};

/// One row: all batches of one op or cell name.
struct ScheduleRow {
    std::string name;
    int colorSlot = 0;
    bool isPassThrough = false;  ///< identity rows of the policy `fold`; they have no batch
    std::int64_t nodes = 0;
    std::int64_t batches = 0;
};

/// Batches that share one place of the grid: one, unless columns are depths and several signatures have one
/// name.
struct ScheduleCell {
    std::int32_t row = 0;
    std::int32_t column = 0;
    std::int64_t size = 0;         ///< nodes, or pass-through rows
    std::uint32_t firstBatch = 0;  ///< index into ScheduleChart::batchOrder
    std::uint32_t numBatches = 0;  ///< 0 for pass-through rows
};

/// What is known of a batch beside its place.
struct ScheduleBatchInfo {
    std::int32_t cell = 0;  ///< index into ScheduleChart::cells
    std::int64_t size = 0;
    std::uint32_t minDepth = 0;
    std::uint32_t maxDepth = 0;
    std::string signature;  ///< readable: "affine [300] → [600]"
};

/// Cells sorted by (column, row).
struct ScheduleChart {
    ScheduleColumns columnsAre = ScheduleColumns::kDepth;
    std::vector<ScheduleRow> rows;
    std::vector<ScheduleCell> cells;
    std::vector<std::uint32_t> batchOrder;   ///< batch numbers, those of one cell side by side
    std::vector<ScheduleBatchInfo> batches;  ///< by batch number
    std::vector<std::int64_t> columnSizes;   ///< nodes and pass-through rows a column
    std::int64_t largest = 0;                ///< largest cell

    [[nodiscard]] std::int32_t numColumns() const { return static_cast<std::int32_t>(columnSizes.size()); }
    [[nodiscard]] std::span<const std::uint32_t> batchesOf(const ScheduleCell& cell) const {
        return std::span(batchOrder).subspan(cell.firstBatch, cell.numBatches);
    }
};

/// Cost: O(nodes + batches · log batches).
[[nodiscard]] ScheduleChart scheduleChart(const Graph& graph, const Schedule& schedule,
                                          ScheduleColumns columns);

/// Readable signature of a node: name, argument shapes, output shapes.
[[nodiscard]] std::string signatureText(const Graph& graph, NodeId node);

/// Sizes of a grid in pixels, the same on the screen and in exports.
struct ScheduleGrid {
    double rowHeaderWidth = 180;
    double columnHeaderHeight = 28;
    double cellWidth = 44;
    double cellHeight = 30;
    double rowTotalWidth = 150;

    /// The rectangle of a cell, the headers included in the origin.
    [[nodiscard]] Rect cellRect(std::int32_t row, std::int32_t column) const;
    [[nodiscard]] Size size(const ScheduleChart& chart) const;
    /// Index of the cell at a point, or −1. Cost: O(log cells).
    [[nodiscard]] std::int32_t cellAt(const ScheduleChart& chart, Point point) const;
};

/// A grid of whole pixels with room for the chart's names and numbers. `textWidth` measures in the font of
/// the grid.
[[nodiscard]] ScheduleGrid scheduleGrid(const ScheduleChart& chart,
                                        const std::function<double(std::string_view)>& textWidth);

}  // namespace loomscope
