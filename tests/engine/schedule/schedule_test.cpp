// SPDX-License-Identifier: GPL-3.0-or-later
// What a valid schedule is, its figures, its text, and the bounds.
#include "engine/schedule/plan.h"
#include "engine/schedule/schedule_text.h"
#include "tests/support/random_graph.h"
#include "tests/support/tree_graph.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <array>
#include <map>

namespace loomscope {

namespace {

/// 0 input, 1 tanh(0), 2 tanh(1), 3 add(1, 2), 4 tanh(3).
Graph smallGraph() {
    Graph graph;
    const std::array<float, 2> data{};
    const ValueId x = graph.output(graph.addInput({2}, data));
    const ValueId a = graph.output(graph.add(*findOp("tanh"), std::array{x}).value());
    const ValueId b = graph.output(graph.add(*findOp("tanh"), std::array{a}).value());
    const ValueId c = graph.output(graph.add(*findOp("add"), std::array{a, b}).value());
    graph.add(*findOp("tanh"), std::array{c}).value();
    return graph;
}

Schedule scheduleOf(const Graph& graph, std::string_view policy) {
    return plan(graph, *makePolicy(policy).value());
}

void verifyInvalid(const Graph& graph, const Schedule& schedule, const char* words) {
    const Result<void> result = checkSchedule(graph, schedule);
    QVERIFY(!result.has_value());
    QCOMPARE(result.error().code, ErrorCode::kInvalid);
    QVERIFY2(result.error().message.find(words) != std::string::npos, result.error().message.c_str());
}

/// The bound by its definition: all paths, one by one.
std::int64_t boundByPaths(const Graph& graph) {
    std::map<SignatureId, std::int64_t> most;
    std::vector<std::vector<NodeId>> paths;  // from their last node back
    for (std::size_t node = 0; node < graph.numNodes(); ++node) {
        paths.push_back({NodeId(node)});
    }
    while (!paths.empty()) {
        const std::vector<NodeId> path = std::move(paths.back());
        paths.pop_back();
        std::map<SignatureId, std::int64_t> counts;
        for (const NodeId node : path) {
            const SignatureId signature = graph.node(node).signature;
            most[signature] = std::max(most[signature], ++counts[signature]);
        }
        for (const ValueId value : graph.arguments(path.back())) {
            if (const NodeId producer = graph.value(value).producer; producer.isValid()) {
                paths.push_back(path);
                paths.back().push_back(producer);
            }
        }
    }
    std::int64_t bound = 0;
    for (const auto& [signature, count] : most) {
        bound += count;
    }
    return bound;
}

}  // namespace

class ScheduleTest : public QObject {
    Q_OBJECT

private slots:
    void text();
    void figures();
    void brokenSchedulesAreNamed();
    void brokenPassThroughIsNamed();
    void boundsOfSmallGraph();
    void boundAgreesWithItsDefinition();
    void boundOfManyTreesIsFast();
};

void ScheduleTest::text() {
    const Graph graph = smallGraph();
    QCOMPARE(toText(graph, scheduleOf(graph, "fold")),
             std::string("0 input: 0\n1 tanh: 1\n2 tanh: 2\n3 add: 3\n4 tanh: 4\npass 2: %1\n"));
    QCOMPARE(toText(graph, scheduleOf(graph, "none")),
             std::string("0 input: 0\n1 tanh: 1\n2 tanh: 2\n3 add: 3\n4 tanh: 4\n"));
}

void ScheduleTest::figures() {
    const TreeLstmGraphs model;
    Graph graph = model.newGraph();
    model.add(graph, leftChain(4), TreeLstmGraphs::Granularity::kCells, TreeLstmGraphs::Losses::kNone);
    const ScheduleStatistics figures = statistics(scheduleOf(graph, "fold"));
    QCOMPARE(figures.nodes, std::int64_t{7});
    QCOMPARE(figures.batches, std::int64_t{4});
    QCOMPARE(figures.passThroughRows, std::int64_t{2 * 3});  // h and c of the third and fourth leaf
    QCOMPARE(figures.rows, std::int64_t{13});
    QCOMPARE(figures.largestBatch, std::int64_t{4});
    QCOMPARE(figures.meanBatch, 1.75);
    QCOMPARE(statistics(Schedule()).meanBatch, 0.0);
}

void ScheduleTest::brokenSchedulesAreNamed() {
    const Graph graph = smallGraph();
    const Schedule good = scheduleOf(graph, "depth");
    QVERIFY(checkSchedule(graph, good).has_value());
    QVERIFY(checkSchedule(Graph(), Schedule()).has_value());

    Schedule schedule = good;
    schedule.batches.pop_back();
    verifyInvalid(graph, schedule, "node 4 (tanh) is in no batch");
    schedule.nodes.pop_back();
    schedule.batches.push_back(good.batches.back());
    verifyInvalid(graph, schedule, "batch 4 ends behind");

    schedule = good;
    schedule.nodes[2] = schedule.nodes[1];
    verifyInvalid(graph, schedule, "node 1 (tanh) is in batch 1 and again in batch 2");
    schedule.nodes[2] = NodeId(99);
    verifyInvalid(graph, schedule, "node 99");
    schedule.nodes[2] = NodeId();
    verifyInvalid(graph, schedule, "batch 2 has node");

    schedule = good;
    std::swap(schedule.nodes[1], schedule.nodes[2]);
    verifyInvalid(graph, schedule, "node 2 (tanh) in batch 1 needs node 1, which is in batch 2");
    std::swap(schedule.nodes[2], schedule.nodes[3]);
    verifyInvalid(graph, schedule, "another signature");

    // Two nodes of one signature, one of which needs the other, in one batch.
    schedule = good;
    schedule.batches[1].size = 2;
    schedule.batches.erase(schedule.batches.begin() + 2);
    verifyInvalid(graph, schedule, "node 2 (tanh) in batch 1 needs node 1, which is in batch 1");

    schedule = good;
    schedule.batches.insert(schedule.batches.begin(), Batch{.signature = good.batches[0].signature});
    verifyInvalid(graph, schedule, "batch 0 is empty");
}

void ScheduleTest::brokenPassThroughIsNamed() {
    const Graph graph = smallGraph();
    Schedule schedule = scheduleOf(graph, "fold");
    QVERIFY(checkSchedule(graph, schedule).has_value());
    schedule.passThrough[0].depth = 1;
    verifyInvalid(graph, schedule, "value 1 is passed through at depth 1");
    schedule.passThrough[0].value = ValueId(99);
    verifyInvalid(graph, schedule, "value 99");
}

void ScheduleTest::boundsOfSmallGraph() {
    const Graph graph = smallGraph();
    QCOMPARE(longestPath(graph), std::int64_t{5});
    QCOMPARE(lowerBound(graph), std::int64_t{5});  // input, add, three tanh
    QCOMPARE(longestPath(Graph()), std::int64_t{0});
    QCOMPARE(lowerBound(Graph()), std::int64_t{0});
}

void ScheduleTest::boundAgreesWithItsDefinition() {
    Rng rng(11);
    for (int i = 0; i < 200; ++i) {
        const Graph graph = randomGraph(rng, 1 + rng.below(14));
        QCOMPARE(lowerBound(graph), boundByPaths(graph));
        QVERIFY(longestPath(graph) <= lowerBound(graph));
    }
    // More signatures than one pass counts.
    Graph graph;
    ValueId value = graph.output(graph.addInput({2}, std::array<float, 2>{}));
    for (std::int32_t i = 0; i < 100; ++i) {
        const Attributes attributes{.real = static_cast<float>(i % 50)};
        value = graph.output(graph.add(*findOp("scale"), std::array{value}, attributes).value());
    }
    QCOMPARE(lowerBound(graph), std::int64_t{101});
}

void ScheduleTest::boundOfManyTreesIsFast() {
    const TreeLstmGraphs model;
    Graph graph = model.newGraph();
    Rng rng(5);
    while (graph.numNodes() < 150'000) {
        model.add(graph, randomTree(20, rng), TreeLstmGraphs::Granularity::kOps,
                  TreeLstmGraphs::Losses::kEachNode);
    }
    QElapsedTimer timer;
    timer.start();
    const std::int64_t bound = lowerBound(graph);
    qInfo("bound %lld of %zu nodes in %lld ms", static_cast<long long>(bound), graph.numNodes(),
          timer.elapsed());
    QVERIFY(timer.elapsed() < 5000);  // some 30 ms on an idle machine; sanitisers and neighbours cost more
}

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::ScheduleTest)
#include "schedule_test.moc"
