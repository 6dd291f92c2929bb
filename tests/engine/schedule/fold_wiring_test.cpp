// SPDX-License-Identifier: GPL-3.0-or-later
// Fold's pass-through rows and row layout, against numbers that Fold itself is tested with.
#include "engine/schedule/fold_wiring.h"

#include "engine/schedule/pass_through.h"
#include "tests/support/random_graph.h"
#include "tests/support/tree_graph.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>

namespace loomscope {

namespace {

using Rows = std::vector<std::uint32_t>;

Rows toRows(std::span<const std::uint32_t> rows) {
    return {rows.begin(), rows.end()};
}

ValueId input(Graph& graph) {
    constexpr std::array<float, 1> kData{1.0F};
    return graph.output(graph.addInput({}, kData));
}

ValueId add(Graph& graph, ValueId a, ValueId b) {
    return graph.output(graph.add(*findOp("add"), std::array{a, b}).value());
}

/// Pass-through rows of one example tree: an op for each leaf, an op for each pair.
std::int64_t rowsOf(const BinaryTree& tree, std::uint32_t* depth = nullptr) {
    Graph graph;
    const ValueId table = graph.parameter(ParameterId(0), {128, 4});
    std::vector<ValueId> values;
    for (const auto [left, right] : tree.nodes) {
        values.push_back(left < 0 ? graph.output(graph.add(*findOp("lookup"), std::array{table}).value())
                                  : add(graph, values[static_cast<std::size_t>(left)],
                                        values[static_cast<std::size_t>(right)]));
    }
    if (depth != nullptr) {
        *depth = graph.nodes().back().depth;
    }
    return static_cast<std::int64_t>(passThroughRows(graph).size());
}

}  // namespace

class FoldWiringTest : public QObject {
    Q_OBJECT

private slots:
    void workedExample();
    void sharedChainsAndOutputs();
    void severalTypesAndOutputs();
    void leftChainNeedsThousands();
    void balancedTreeNeedsNone();
    void randomTreesNeedHundreds();
    void wiringReadsTheArguments();
    void emptyGraph();
};

void FoldWiringTest::workedExample() {
    Graph graph;
    std::array<ValueId, 6> constants;
    for (ValueId& constant : constants) {
        constant = input(graph);
    }
    const ValueId first = add(graph, constants[0], constants[1]);
    const ValueId second = add(graph, constants[2], constants[3]);
    const ValueId third = add(graph, constants[4], constants[5]);
    const ValueId both = add(graph, first, second);
    const ValueId all = add(graph, both, third);

    const FoldWiring wiring(graph);
    QCOMPARE(wiring.numDepths(), 4U);
    QCOMPARE(wiring.types().size(), std::size_t{1});
    QCOMPARE(wiring.ops().size(), std::size_t{3});  // identity, add, input
    QCOMPARE(wiring.ops()[1].name, std::string("add"));
    QCOMPARE(toRows(wiring.wiring(1, 0, 0)), Rows());
    QCOMPARE(toRows(wiring.wiring(1, 1, 0)), (Rows{0, 2, 4}));
    QCOMPARE(toRows(wiring.wiring(1, 1, 1)), (Rows{1, 3, 5}));
    QCOMPARE(toRows(wiring.wiring(2, 0, 0)), Rows{2});
    QCOMPARE(toRows(wiring.wiring(2, 1, 0)), Rows{0});
    QCOMPARE(toRows(wiring.wiring(2, 1, 1)), Rows{1});
    QCOMPARE(toRows(wiring.wiring(3, 1, 0)), Rows{1});  // the identity row comes first
    QCOMPARE(toRows(wiring.wiring(3, 1, 1)), Rows{0});
    QCOMPARE(toRows(wiring.outputs(0)), Rows{0});
    QCOMPARE(wiring.rows(2, 0).size(), std::size_t{2});
    QVERIFY(wiring.rows(2, 0)[0] == third);
    QVERIFY(wiring.rows(2, 0)[1] == both);
    QVERIFY(wiring.rows(3, 0)[0] == all);
    QCOMPARE(passThroughRows(graph), (std::vector<PassThrough>{{.depth = 2, .value = third}}));
}

void FoldWiringTest::sharedChainsAndOutputs() {
    Graph graph;
    const ValueId x = input(graph);
    const ValueId y = input(graph);
    const ValueId a = add(graph, x, x);
    const ValueId b = add(graph, a, x);  // x goes down once for b and c together
    const ValueId c = add(graph, b, x);
    const ValueId d = add(graph, b, x);
    const std::vector<PassThrough> expected{{1, x}, {1, y}, {2, x}, {2, y}, {3, y}};
    QCOMPARE(passThroughRows(graph), expected);
    QCOMPARE(unreadValues(graph), (std::vector<ValueId>{y, c, d}));
    const FoldWiring wiring(graph);
    QCOMPARE(toRows(wiring.wiring(3, 1, 0)), (Rows{2, 2}));  // rows at depth 2: x, y, b
    QCOMPARE(toRows(wiring.wiring(3, 1, 1)), (Rows{0, 0}));
    QCOMPARE(toRows(wiring.outputs(0)), (Rows{0, 1, 2}));
}

void FoldWiringTest::severalTypesAndOutputs() {
    const TreeLstmGraphs model(8, 4);
    Graph graph = model.newGraph();
    model.add(graph, leftChain(3), TreeLstmGraphs::Granularity::kCells, TreeLstmGraphs::Losses::kEachNode);
    const FoldWiring wiring(graph);
    QCOMPARE(wiring.numDepths(), 5U);
    QCOMPARE(wiring.types().size(), std::size_t{2});  // scalar losses, states
    QCOMPARE(wiring.types()[0].size(), std::int64_t{1});
    QCOMPARE(wiring.types()[1].size(), std::int64_t{4});
    const std::array<std::string_view, 5> names{"identity", "identity", "leaf", "loss", "pair"};
    for (std::size_t op = 0; op < names.size(); ++op) {
        QCOMPARE(wiring.ops()[op].name, std::string(names[op]));
    }
    // Depth 1: h of the three leaves, then their c. Depth 2: the third leaf's h and c carried down, then the
    // pair's.
    const std::array<Rows, 4> atDepthTwo{Rows{1}, Rows{4}, Rows{0}, Rows{3}};
    const std::array<Rows, 4> atDepthThree{Rows{2}, Rows{3}, Rows{0}, Rows{1}};
    for (std::uint32_t argument = 0; argument < 4; ++argument) {
        QCOMPARE(toRows(wiring.wiring(2, 4, argument)), atDepthTwo[argument]);
        QCOMPARE(toRows(wiring.wiring(3, 4, argument)), atDepthThree[argument]);
    }
    QCOMPARE(wiring.wiring(2, 3, 0).size(), std::size_t{3});
    QCOMPARE(wiring.outputs(0).size(), std::size_t{5});
    QCOMPARE(wiring.outputs(1).size(), std::size_t{1});  // the root's c, which nobody reads
}

void FoldWiringTest::leftChainNeedsThousands() {
    std::uint32_t depth = 0;
    QCOMPARE(rowsOf(leftChain(128), &depth), std::int64_t{8001});
    QCOMPARE(depth, 128U);
    QCOMPARE(leftChain(128).nodes.size(), std::size_t{255});
}

void FoldWiringTest::balancedTreeNeedsNone() {
    std::uint32_t depth = 0;
    QCOMPARE(rowsOf(balancedTree(128), &depth), std::int64_t{0});
    QCOMPARE(depth, 8U);
}

void FoldWiringTest::randomTreesNeedHundreds() {
    constexpr int kTrees = 2000;
    Rng rng(20170207);
    double depths = 0.0;
    double rows = 0.0;
    double rowSquares = 0.0;
    std::uint32_t shallowest = 1000;
    std::uint32_t deepest = 0;
    for (int i = 0; i < kTrees; ++i) {
        std::uint32_t depth = 0;
        const auto own = static_cast<double>(rowsOf(randomTree(128, rng), &depth));
        depths += depth;
        rows += own;
        rowSquares += own * own;
        shallowest = std::min(shallowest, depth);
        deepest = std::max(deepest, depth);
    }
    const double meanRows = rows / kTrees;
    const double deviation = std::sqrt(rowSquares / kTrees - meanRows * meanRows);
    qInfo("mean depth %.2f (%u-%u), rows %.1f, standard deviation %.1f", depths / kTrees, shallowest, deepest,
          meanRows, deviation);
    // Published depth 15.2 with a standard deviation of 1.64 a tree: 0.037 for the mean of 2,000, plus its
    // rounding.
    QVERIFY(std::abs(depths / kTrees - 15.2) < 0.2);
    // Four standard errors of our mean, and as much again for the published one.
    QVERIFY(std::abs(meanRows - 182.0) < 8.0 * deviation / std::sqrt(kTrees));
}

void FoldWiringTest::wiringReadsTheArguments() {
    Rng rng(3);
    for (int i = 0; i < 200; ++i) {
        const Graph graph = randomGraph(rng, 1 + rng.below(60));
        const FoldWiring wiring(graph);
        std::vector<std::size_t> next(wiring.ops().size() * wiring.numDepths(), 0);
        std::size_t rows = 0;
        for (std::uint32_t depth = 0; depth < wiring.numDepths(); ++depth) {
            for (std::uint32_t type = 0; type < wiring.types().size(); ++type) {
                rows += wiring.rows(depth, type).size();
            }
        }
        std::size_t values = passThroughRows(graph).size();
        for (std::size_t node = 0; node < graph.numNodes(); ++node) {
            const Node& record = graph.nodes()[node];
            values += record.numOutputs;
            const auto op = std::ranges::find(wiring.ops(), record.signature, &FoldOp::signature);
            QVERIFY(op != wiring.ops().end());
            const auto number = static_cast<std::uint32_t>(op - wiring.ops().begin());
            std::uint32_t argument = 0;
            std::size_t& call = next[number * wiring.numDepths() + record.depth];
            for (const ValueId value : graph.arguments(NodeId(node))) {
                if (!graph.value(value).producer.isValid()) {
                    continue;
                }
                const bool isList = op->name == "sum";
                const std::uint32_t row = wiring.wiring(record.depth, number, isList ? 0 : argument)[call];
                QVERIFY(wiring.rows(record.depth - 1, op->arguments[isList ? 0 : argument])[row] == value);
                ++argument;
                call += isList ? 1 : 0;
            }
            call += op->name == "sum" ? 0 : 1;
        }
        QCOMPARE(rows, values);
    }
}

void FoldWiringTest::emptyGraph() {
    const FoldWiring wiring{Graph()};
    QCOMPARE(wiring.numDepths(), 0U);
    QVERIFY(wiring.ops().empty());
}

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::FoldWiringTest)
#include "fold_wiring_test.moc"
