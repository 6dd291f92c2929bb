// SPDX-License-Identifier: GPL-3.0-or-later
#include "viz/core/schedule_chart.h"

#include "viz/core/op_category.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

namespace loomscope {
namespace {

constexpr std::size_t kLongestSignature = 200;

/// A batch or some pass-through rows with their place in the grid.
struct Placed {
    std::int32_t column = 0;
    std::int32_t row = 0;
    std::int64_t size = 0;
    std::int64_t batch = -1;
};

class ChartBuilder {
public:
    ChartBuilder(const Graph& graph, const Schedule& schedule, ScheduleColumns columns)
        : graph_(graph), schedule_(schedule) {
        chart_.columnsAre = columns;
    }

    ScheduleChart build() {
        for (std::size_t i = 0; i < schedule_.batches.size(); ++i) {
            placeBatch(i);
        }
        placePassThrough();
        fillCells();
        return std::move(chart_);
    }

private:
    std::int32_t rowOf(std::string name, int colorSlot, bool isPassThrough) {
        const auto [found, isNew] = rows_.try_emplace(std::pair(isPassThrough, name), chart_.rows.size());
        if (isNew) {
            chart_.rows.push_back(
                {.name = std::move(name), .colorSlot = colorSlot, .isPassThrough = isPassThrough});
        }
        return static_cast<std::int32_t>(found->second);
    }

    void placeBatch(std::size_t number) {
        const Batch& batch = schedule_.batches[number];
        const auto nodes = schedule_.nodesOf(batch);
        ScheduleBatchInfo info{.size = batch.size, .minDepth = graph_.node(nodes.front()).depth};
        for (const NodeId node : nodes) {
            info.minDepth = std::min(info.minDepth, graph_.node(node).depth);
            info.maxDepth = std::max(info.maxDepth, graph_.node(node).depth);
        }
        info.signature = signatureText(graph_, nodes.front());
        const bool isByDepth = chart_.columnsAre == ScheduleColumns::kDepth;
        const auto column = static_cast<std::int32_t>(isByDepth ? info.minDepth : number);
        lastColumnOfDepth_[info.minDepth] = column;
        const std::int32_t row =
            rowOf(std::string(graph_.name(nodes.front())), colorSlot(graph_, nodes.front()), false);
        chart_.rows[static_cast<std::size_t>(row)].nodes += batch.size;
        ++chart_.rows[static_cast<std::size_t>(row)].batches;
        placed_.push_back({column, row, batch.size, static_cast<std::int64_t>(number)});
        chart_.batches.push_back(std::move(info));
    }

    /// Pass-through rows stand in the column of their depth, or after the batches of that depth.
    void placePassThrough() {
        std::map<std::uint32_t, std::int64_t> rowsOfDepth;
        for (const PassThrough& row : schedule_.passThrough) {
            ++rowsOfDepth[row.depth];
        }
        for (const auto& [depth, count] : rowsOfDepth) {
            const std::int32_t row = rowOf("pass-through", 0, true);
            chart_.rows[static_cast<std::size_t>(row)].nodes += count;
            std::int32_t column = static_cast<std::int32_t>(depth);
            if (chart_.columnsAre == ScheduleColumns::kPosition) {
                const auto after = lastColumnOfDepth_.upper_bound(depth);
                column = after == lastColumnOfDepth_.begin() ? 0 : std::prev(after)->second;
            }
            placed_.push_back({column, row, count, -1});
        }
    }

    void fillCells() {
        std::sort(placed_.begin(), placed_.end(), [](const Placed& a, const Placed& b) {
            return std::tie(a.column, a.row, a.batch) < std::tie(b.column, b.row, b.batch);
        });
        for (const Placed& item : placed_) {
            const bool isSame = !chart_.cells.empty() && chart_.cells.back().column == item.column &&
                                chart_.cells.back().row == item.row;
            if (!isSame) {
                chart_.cells.push_back({.row = item.row,
                                        .column = item.column,
                                        .firstBatch = static_cast<std::uint32_t>(chart_.batchOrder.size())});
            }
            ScheduleCell& cell = chart_.cells.back();
            cell.size += item.size;
            chart_.largest = std::max(chart_.largest, cell.size);
            if (item.batch >= 0) {
                ++cell.numBatches;
                chart_.batchOrder.push_back(static_cast<std::uint32_t>(item.batch));
                chart_.batches[static_cast<std::size_t>(item.batch)].cell =
                    static_cast<std::int32_t>(chart_.cells.size()) - 1;
            }
            chart_.columnSizes.resize(
                std::max(chart_.columnSizes.size(), static_cast<std::size_t>(item.column) + 1));
            chart_.columnSizes[static_cast<std::size_t>(item.column)] += item.size;
        }
    }

    const Graph& graph_;
    const Schedule& schedule_;
    ScheduleChart chart_;
    std::map<std::pair<bool, std::string>, std::size_t> rows_;
    std::map<std::uint32_t, std::int32_t> lastColumnOfDepth_;
    std::vector<Placed> placed_;
};

}  // namespace

ScheduleChart scheduleChart(const Graph& graph, const Schedule& schedule, ScheduleColumns columns) {
    return ChartBuilder(graph, schedule, columns).build();
}

std::string signatureText(const Graph& graph, NodeId node) {
    std::string text(graph.name(node));
    for (const ValueId argument : graph.arguments(node)) {
        const Value& value = graph.value(argument);
        if (text.size() > kLongestSignature) {
            text += " …";
            break;
        }
        text += fmt::format(" {}{}", value.parameter.isValid() ? "shared " : "", value.shape.text());
    }
    text += " →";
    for (int i = 0; i < graph.node(node).numOutputs; ++i) {
        text += " " + graph.value(graph.output(node, i)).shape.text();
    }
    return text;
}

ScheduleGrid scheduleGrid(const ScheduleChart& chart,
                          const std::function<double(std::string_view)>& textWidth) {
    constexpr double kNarrowestHeader = 64.0;
    constexpr double kNarrowestCell = 38.0;
    ScheduleGrid grid;
    grid.rowHeaderWidth = kNarrowestHeader;
    for (const ScheduleRow& row : chart.rows) {
        grid.rowHeaderWidth = std::max(grid.rowHeaderWidth, std::ceil(textWidth(row.name)) + 24.0);
    }
    const std::string widest = fmt::format("{}", std::max<std::int64_t>(chart.largest, chart.numColumns()));
    grid.cellWidth = std::max(kNarrowestCell, std::ceil(textWidth(widest)) + 16.0);
    for (const ScheduleCell& cell : chart.cells) {
        if (cell.numBatches > 1) {
            const std::string text = fmt::format("{}·{}", cell.size, cell.numBatches);
            grid.cellWidth = std::max(grid.cellWidth, std::ceil(textWidth(text)) + 16.0);
        }
    }
    return grid;
}

Rect ScheduleGrid::cellRect(std::int32_t row, std::int32_t column) const {
    return {rowHeaderWidth + column * cellWidth, columnHeaderHeight + row * cellHeight, cellWidth,
            cellHeight};
}

Size ScheduleGrid::size(const ScheduleChart& chart) const {
    return {rowHeaderWidth + chart.numColumns() * cellWidth + rowTotalWidth,
            columnHeaderHeight + (static_cast<double>(chart.rows.size()) + 1.0) * cellHeight};
}

std::int32_t ScheduleGrid::cellAt(const ScheduleChart& chart, Point point) const {
    if (point.x < rowHeaderWidth || point.y < columnHeaderHeight) {
        return -1;
    }
    const std::pair place{static_cast<std::int32_t>((point.x - rowHeaderWidth) / cellWidth),
                          static_cast<std::int32_t>((point.y - columnHeaderHeight) / cellHeight)};
    const auto found = std::lower_bound(
        chart.cells.begin(), chart.cells.end(), place,
        [](const ScheduleCell& cell, const auto& key) { return std::pair(cell.column, cell.row) < key; });
    const bool isHit =
        found != chart.cells.end() && found->column == place.first && found->row == place.second;
    return isHit ? static_cast<std::int32_t>(found - chart.cells.begin()) : -1;
}

}  // namespace loomscope
