// SPDX-License-Identifier: GPL-3.0-or-later
// What is drawn of graphs and schedules: boxes, merged edges, and the exact cells of a known schedule.
#include "viz/core/schedule_chart.h"

#include "engine/ops/op_info.h"
#include "engine/schedule/plan.h"
#include "tests/support/tree_graph.h"
#include "viz/core/picture_graph.h"

#include <QTest>

#include <algorithm>
#include <numeric>

namespace loomscope {
namespace {

/// Four leaves joined from the left: four leaf cells, then three pair cells, one after the other.
Graph chainOfCells() {
    const TreeLstmGraphs graphs;
    Graph graph = graphs.newGraph();
    graphs.add(graph, leftChain(4), TreeLstmGraphs::Granularity::kCells, TreeLstmGraphs::Losses::kNone);
    return graph;
}

Schedule planned(const Graph& graph, std::string_view policy) {
    return plan(graph, **makePolicy(policy));
}

}  // namespace

class ScheduleChartTest final : public QObject {
    Q_OBJECT

private slots:
    void pictureMergesEdgesAndHidesParameters();
    void pictureShowsParametersOnRequest();
    void cellsOfAKnownSchedule();
    void columnsByPosition();
    void everyNodeIsCountedOnce_data();
    void everyNodeIsCountedOnce();
    void passThroughRowsAreSeen();
    void gridFindsItsCells();
};

void ScheduleChartTest::pictureMergesEdgesAndHidesParameters() {
    const Graph graph = chainOfCells();
    const PictureGraph picture =
        pictureGraph(graph, {.originText = [](const Origin&) { return std::string("word"); }});
    QCOMPARE(picture.nodes.size(), graph.numNodes());
    // A pair takes h and c of each child: two values, one arrow.
    QCOMPARE(picture.edges.size(), 6U);
    for (const PictureEdge& edge : picture.edges) {
        QCOMPARE(edge.count, 2);
        QVERIFY(edge.from < edge.to);
    }
    QVERIFY(std::is_sorted(picture.edges.begin(), picture.edges.end(),
                           [](const PictureEdge& a, const PictureEdge& b) {
                               return std::pair(a.from, a.to) < std::pair(b.from, b.to);
                           }));
    QVERIFY(picture.nodes.front().caption.starts_with("word"));
    QCOMPARE(picture.legend.size(), 2U);
    QCOMPARE(std::accumulate(picture.legend.begin(), picture.legend.end(), std::int64_t{0},
                             [](std::int64_t sum, const LegendEntry& entry) { return sum + entry.count; }),
             static_cast<std::int64_t>(graph.numNodes()));
}

void ScheduleChartTest::pictureShowsParametersOnRequest() {
    const TreeLstmGraphs graphs;
    Graph graph = graphs.newGraph();
    graphs.add(graph, leftChain(3), TreeLstmGraphs::Granularity::kOps, TreeLstmGraphs::Losses::kEachNode);
    const auto name = [](ParameterId id) { return "weight " + std::to_string(id.index()); };
    const PictureGraph hidden = pictureGraph(graph, {.parameterName = name});
    const PictureGraph shown =
        pictureGraph(graph, {.parameters = ParameterBoxes::kShown, .parameterName = name});
    QVERIFY(shown.nodes.size() > hidden.nodes.size());
    QCOMPARE(shown.nodes.front().kind, PictureNode::Kind::kParameter);
    QVERIFY(std::any_of(hidden.nodes.begin(), hidden.nodes.end(), [](const PictureNode& node) {
        return node.detail.find("weight ") != std::string::npos;
    }));
}

void ScheduleChartTest::cellsOfAKnownSchedule() {
    const Graph graph = chainOfCells();
    const ScheduleChart chart = scheduleChart(graph, planned(graph, "depth"), ScheduleColumns::kDepth);
    QCOMPARE(chart.rows.size(), 2U);
    QCOMPARE(chart.rows[0].nodes, 4);
    QCOMPARE(chart.rows[0].batches, 1);
    QCOMPARE(chart.rows[1].nodes, 3);
    QCOMPARE(chart.rows[1].batches, 3);
    QCOMPARE(chart.cells.size(), 4U);
    QCOMPARE(chart.largest, 4);
    const std::int32_t leafDepth = chart.cells[0].column;
    QCOMPARE(chart.cells[0].row, 0);
    QCOMPARE(chart.cells[0].size, 4);
    for (std::int32_t i = 1; i < 4; ++i) {
        const ScheduleCell& cell = chart.cells[static_cast<std::size_t>(i)];
        QCOMPARE(cell.row, 1);
        QCOMPARE(cell.column, leafDepth + i);
        QCOMPARE(cell.size, 1);
        QCOMPARE(chart.batchesOf(cell).size(), 1U);
        QCOMPARE(chart.batches[chart.batchesOf(cell).front()].cell, i);
    }
    const ScheduleGrid grid{
        .rowHeaderWidth = 100, .columnHeaderHeight = 20, .cellWidth = 40, .cellHeight = 30};
    QCOMPARE(grid.cellRect(1, 3), (Rect{220, 50, 40, 30}));
}

void ScheduleChartTest::columnsByPosition() {
    const Graph graph = chainOfCells();
    const Schedule schedule = planned(graph, "none");
    const ScheduleChart chart = scheduleChart(graph, schedule, ScheduleColumns::kPosition);
    QCOMPARE(chart.numColumns(), 7);
    QCOMPARE(chart.cells.size(), 7U);
    for (std::size_t i = 0; i < 7; ++i) {
        QCOMPARE(chart.cells[i].column, static_cast<std::int32_t>(i));
        QCOMPARE(chart.batchesOf(chart.cells[i]).front(), i);
        QCOMPARE(chart.columnSizes[i], 1);
    }
    // By depth, the four leaves share a place.
    const ScheduleChart byDepth = scheduleChart(graph, schedule, ScheduleColumns::kDepth);
    QCOMPARE(byDepth.cells.front().numBatches, 4U);
    QCOMPARE(byDepth.cells.front().size, 4);
}

void ScheduleChartTest::everyNodeIsCountedOnce_data() {
    QTest::addColumn<QString>("policy");
    for (const std::string_view policy : policyNames()) {
        QTest::newRow(std::string(policy).c_str())
            << QString::fromUtf8(policy.data(), static_cast<qsizetype>(policy.size()));
    }
}

void ScheduleChartTest::everyNodeIsCountedOnce() {
    QFETCH(QString, policy);
    const TreeLstmGraphs graphs;
    Graph graph = graphs.newGraph();
    Rng rng(4);
    for (int i = 0; i < 8; ++i) {
        graphs.add(graph, randomTree(12, rng), TreeLstmGraphs::Granularity::kOps,
                   TreeLstmGraphs::Losses::kEachNode);
    }
    const Schedule schedule = planned(graph, policy.toStdString());
    for (const ScheduleColumns columns : {ScheduleColumns::kDepth, ScheduleColumns::kPosition}) {
        const ScheduleChart chart = scheduleChart(graph, schedule, columns);
        std::int64_t nodes = 0;
        std::int64_t batches = 0;
        for (const ScheduleCell& cell : chart.cells) {
            nodes += cell.numBatches > 0 ? cell.size : 0;
            batches += cell.numBatches;
        }
        QCOMPARE(nodes, static_cast<std::int64_t>(graph.numNodes()));
        QCOMPARE(batches, static_cast<std::int64_t>(schedule.batches.size()));
        std::vector<std::uint32_t> order = chart.batchOrder;
        std::sort(order.begin(), order.end());
        for (std::size_t i = 0; i < order.size(); ++i) {
            QCOMPARE(order[i], i);
        }
    }
}

void ScheduleChartTest::passThroughRowsAreSeen() {
    const Graph graph = chainOfCells();
    const Schedule schedule = planned(graph, "fold");
    QVERIFY(!schedule.passThrough.empty());
    const ScheduleChart chart = scheduleChart(graph, schedule, ScheduleColumns::kDepth);
    QVERIFY(chart.rows.back().isPassThrough);
    QCOMPARE(chart.rows.back().nodes, static_cast<std::int64_t>(schedule.passThrough.size()));
    QCOMPARE(chart.rows.back().batches, 0);
}

void ScheduleChartTest::gridFindsItsCells() {
    const Graph graph = chainOfCells();
    const ScheduleChart chart = scheduleChart(graph, planned(graph, "depth"), ScheduleColumns::kDepth);
    const ScheduleGrid grid =
        scheduleGrid(chart, [](std::string_view text) { return 7.0 * static_cast<double>(text.size()); });
    for (std::size_t i = 0; i < chart.cells.size(); ++i) {
        const Rect rect = grid.cellRect(chart.cells[i].row, chart.cells[i].column);
        QCOMPARE(grid.cellAt(chart, rect.center()), static_cast<std::int32_t>(i));
        QCOMPARE(grid.cellAt(chart, {rect.x + 0.1, rect.y + 0.1}), static_cast<std::int32_t>(i));
    }
    QCOMPARE(grid.cellAt(chart, {1, 1}), -1);
    QCOMPARE(grid.cellAt(chart, grid.cellRect(0, chart.cells.back().column).center()), -1);
}

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::ScheduleChartTest)
#include "schedule_chart_test.moc"
