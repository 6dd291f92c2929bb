// SPDX-License-Identifier: GPL-3.0-or-later
// Steps that the executor must not run: it says what is wrong, and where.
#include "engine/exec/executor.h"
#include "engine/graph/expr.h"
#include "engine/graph/selection_expr.h"
#include "engine/schedule/plan.h"
#include "engine/tensor/arena.h"

#include <QTest>

#include <array>
#include <limits>
#include <string>

namespace loomscope {

namespace {

Result<void> run(const Graph& graph, const ParameterStore& store) {
    const auto device = makeDevice("cpu", 1).value();
    Executor executor(*device);
    const Schedule schedule = plan(graph, *makePolicy("depth").value());
    return executor.forward(graph, schedule, store, 1);
}

}  // namespace

class RefusedStepsTest : public QObject {
    Q_OBJECT

private slots:
    void indicesOutsideTheirAxisAreNamed();
    void cellBodiesAreNotRun();
    void lossesAreOneNumber();
    void stepsThatDoNotFitAreRefused();
};

void RefusedStepsTest::indicesOutsideTheirAxisAreNamed() {
    ParameterStore store;
    const auto refused = [&store](std::string_view op, float index, bool isBatched) {
        Graph graph;
        GraphBuilder g(graph, store);
        const std::array<float, 6> numbers{0, 1, 2, 3, 4, 5};
        const Expr x = g.input({3, 2}, numbers);
        for (const float good : {1.0F, 2.0F}) {
            if (isBatched) {
                applyOp(op, {x, 1.0F * g.input({1}, std::span(&good, 1))}, {.first = 0});
            }
        }
        graph.setOrigin({.example = 4});
        const std::array<float, 2> indices{2, index};
        const std::int32_t width = op == "select" ? 1 : 2;
        const Expr computed =
            1.0F * g.input({width}, std::span(indices).last(static_cast<std::size_t>(width)));
        applyOp(op, {x, computed}, {.first = 0});
        const auto done = run(graph, store);
        return done ? std::string("accepted") : done.error().text();
    };
    QCOMPARE(refused("select", 2, true), std::string("accepted"));
    QCOMPARE(
        refused("select", 3, true),
        std::string(
            "select([3, 2], [1]), node 9 of the graph (example 4): index 3 is no whole number from 0 to 2"));
    QCOMPARE(refused("hinge_axis", 0.5F, false),
             std::string("hinge_axis([3, 2], [2]), node 3 of the graph (example 4): index 0.5 is no whole "
                         "number from 0 to 2"));
    for (const float bad : {-1.0F, std::numeric_limits<float>::quiet_NaN(), 1e30F}) {
        QVERIFY(refused("select", bad, false) != "accepted");
    }
}

void RefusedStepsTest::cellBodiesAreNotRun() {
    ParameterStore store;
    Graph body;
    GraphBuilder g(body, store);
    tanh(g.formal({2}));
    const auto done = run(body, store);
    QVERIFY(!done.has_value());
    QVERIFY2(done.error().message.find("formal inputs") != std::string::npos, done.error().message.c_str());
}

void RefusedStepsTest::lossesAreOneNumber() {
    ParameterStore store;
    Graph graph;
    GraphBuilder g(graph, store);
    const std::array<float, 2> numbers{1, 2};
    const Expr wide = tanh(g.input({2}, numbers));
    const auto device = makeDevice("cpu", 1).value();
    Executor executor(*device);
    const Schedule schedule = plan(graph, *makePolicy("depth").value());
    QVERIFY(executor.forward(graph, schedule, store, 1).has_value());
    const auto done = executor.backward(std::array{wide.id}, 1.0F, store);
    QVERIFY(!done.has_value());
    QCOMPARE(done.error().message, std::string("a loss must be one number, not 1: tanh(0) [2]"));
}

void RefusedStepsTest::stepsThatDoNotFitAreRefused() {
    ParameterStore store;
    const ParameterId weight = store.add("wide", {1, 1 << 16}, {Initializer::Kind::kZero}, 1);
    Graph graph;
    GraphBuilder g(graph, store);
    const float one = 1;
    const Expr x = g.input({1}, std::span(&one, 1));
    for (int i = 0; i < (1 << 16) + 1; ++i) {
        product(x, g.parameter(weight));
    }
    const auto done = run(graph, store);
    QVERIFY(!done.has_value());
    QCOMPARE(done.error().code, ErrorCode::kResource);
    QCOMPARE(
        QString::fromStdString(done.error().message),
        QStringLiteral("a step of 65538 nodes needs 17.2 GB for its values, and the most is 17.2 GB; use a "
                       "smaller batch"));
    Arena arena;
    QVERIFY(!arena.reserve(std::int64_t{1} << 50));
    QCOMPARE(arena.bytes(), 0);
    QVERIFY(arena.reserve(100));
}

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::RefusedStepsTest)
#include "refused_steps_test.moc"
