// SPDX-License-Identifier: GPL-3.0-or-later
// Ops at hand-made numbers, on the CPU and in the reference; long float rows; indices outside of their axis.
#include "engine/base/rng.h"
#include "engine/exec/executor.h"
#include "engine/exec/reference_executor.h"
#include "engine/graph/loss_expr.h"
#include "engine/graph/reduction_expr.h"
#include "engine/graph/selection_expr.h"
#include "engine/schedule/plan.h"
#include "tests/conformance/value_cases.h"

#include <QTest>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace loomscope;

namespace {

/// One node whose arguments are parameters or come from tables of one row, and a weighted sum of its outputs.
class ValueGraph {
public:
    explicit ValueGraph(const ValueCase& test) {
        GraphBuilder g(graph, store);
        const OpInfo& info = opInfo(*findOp(test.op));
        std::vector<Expr> arguments;
        for (std::size_t i = 0; i < test.arguments.size(); ++i) {
            const auto& [shape, numbers] = test.arguments[i];
            const bool isParameter =
                info.arity == Arity::kFixed && info.arguments[i] == ArgumentKind::kParameter;
            const auto size = static_cast<std::int32_t>(shape.size());
            const ParameterId id = store.add(fmt::format("x{}", i), isParameter ? shape : Shape{1, size}, {},
                                             1, isParameter ? ParameterKind::kDense : ParameterKind::kTable);
            std::ranges::copy(numbers, store.values(id).begin());
            arguments.push_back(isParameter ? g.parameter(id) : reshape(g.lookup(id), shape));
        }
        node = g.add(test.op, arguments, test.attributes, test.payload);
        finished = g.finish();
        if (finished) {
            const ParameterId weights = store.add("weights", {node.width(), 1}, {}, 1);
            std::ranges::fill(store.values(weights), 1.0F);
            std::ranges::copy(test.weights, store.values(weights).begin());
            loss = product(node, g.parameter(weights)).id;
        }
    }

    ParameterStore store;
    Graph graph;
    Expr node;
    ValueId loss;
    Result<void> finished;
};

bool isNear(double a, double b) {
    return (std::isnan(a) && std::isnan(b)) || a == b || std::abs(a - b) <= 1e-5 * std::max(1.0, std::abs(b));
}

template <class Numbers>
std::string textOf(const Numbers& numbers) {
    std::string text;
    for (const auto number : numbers) {
        text += fmt::format(" {:g}", static_cast<double>(number));
    }
    return text;
}

template <class Numbers>
bool areNear(const Numbers& a, const std::vector<float>& b) {
    return std::ranges::equal(a, b, isNear);
}

}  // namespace

class OpValuesTest : public QObject {
    Q_OBJECT

private slots:
    void values_data();
    void values();
    void longRows_data();
    void longRows();
    void badIndexIsRefused();
    void badIndexGivesNoNumber();
};

void OpValuesTest::values_data() {
    QTest::addColumn<ValueCase>("test");
    int index = 0;
    for (const auto& family :
         {elementwiseValues(), reductionValues(), lossValues(), selectionValues(), contractionValues()}) {
        for (const ValueCase& test : family) {
            QTest::newRow(fmt::format("{} #{}", test.op, index++).c_str()) << test;
        }
    }
}

void OpValuesTest::values() {
    QFETCH(ValueCase, test);
    ValueGraph single(test);
    QVERIFY2(single.finished.has_value(), single.finished ? "" : single.finished.error().text().c_str());
    const auto device = makeDevice("cpu", 1);
    Executor executor(**device);
    QVERIFY(executor.forward(single.graph, plan(single.graph, **makePolicy("depth")), single.store, 0)
                .has_value());
    executor.backward(std::array{single.loss}, 1.0F, single.store);
    const ReferenceResult reference = runReference(single.graph, single.store, std::array{single.loss}, 0);
    const auto value = executor.value(single.node.id);
    const auto& exact = reference.values[single.node.id.index()];
    QVERIFY2(areNear(value, test.value), textOf(value).c_str());
    QVERIFY2(areNear(exact, test.value), ("reference:" + textOf(exact)).c_str());
    for (std::size_t i = 0; i < test.gradients.size(); ++i) {
        const auto gradient = single.store.gradient(ParameterId(i));
        const auto& exactGradient = reference.parameterGradients[i];
        QVERIFY2(areNear(gradient, test.gradients[i]),
                 fmt::format("argument {}:{}", i, textOf(gradient)).c_str());
        QVERIFY2(areNear(exactGradient, test.gradients[i]),
                 fmt::format("argument {}, reference:{}", i, textOf(exactGradient)).c_str());
    }
}

void OpValuesTest::longRows_data() {
    QTest::addColumn<ValueCase>("test");
    constexpr std::int32_t kSize = 100'000;
    Rng rng(7);
    ValueCase::Argument row{.shape = {kSize}, .numbers = std::vector<float>(kSize)};
    std::ranges::generate(row.numbers, [&rng] { return static_cast<float>(rng.uniform(0.1, 0.9)); });
    const auto add = [&row](std::string_view op, std::size_t arguments, Attributes attributes = {}) {
        QTest::newRow(std::string(op).c_str())
            << ValueCase{.op = op, .arguments = {arguments, row}, .attributes = attributes};
    };
    for (const std::string_view op :
         {"reduce_sum", "reduce_mean", "reduce_std", "log_sum_exp", "squared_norm", "l2_norm", "softmax",
          "cumulative_sum", "cross_entropy", "sparsemax"}) {
        add(op, 1);
    }
    add("reduce_moment", 1, {.second = 3});
    add("layer_norm", 3, {.real = 1e-5F});
    for (const std::string_view op : {"dot_product", "binary_log_loss", "sparsemax_loss"}) {
        add(op, 2);
    }
    add("huber_distance", 2, {.real = 0.1F});
}

/// A running sum in float would be off by far more.
void OpValuesTest::longRows() {
    QFETCH(ValueCase, test);
    ValueGraph single(test);
    QVERIFY(single.finished.has_value());
    const auto device = makeDevice("cpu", 1);
    Executor executor(**device);
    QVERIFY(executor.forward(single.graph, plan(single.graph, **makePolicy("depth")), single.store, 0)
                .has_value());
    const ReferenceResult reference = runReference(single.graph, single.store, std::array{single.loss}, 0);
    const auto value = executor.value(single.node.id);
    const auto& exact = reference.values[single.node.id.index()];
    const double scale = std::abs(*std::ranges::max_element(exact, {}, [](double x) { return std::abs(x); }));
    for (std::size_t i = 0; i < exact.size(); ++i) {
        QVERIFY2(std::abs(value[i] - exact[i]) <= 1e-5 * scale,
                 fmt::format("{}: {} for {}", i, value[i], exact[i]).c_str());
    }
}

void OpValuesTest::badIndexIsRefused() {
    ParameterStore store;
    Graph graph;
    const std::vector<float> data(6, 1.0F);
    const auto message = [&](const auto& make) {
        GraphBuilder g(graph, store);
        const Expr made = make(g.input({2, 3}, data));
        return made.isValid() ? "" : g.finish().error().message;
    };
    const std::vector<std::int32_t> outside{0, 2};
    const std::vector<std::int32_t> negative{-1};
    QCOMPARE(message([&](Expr x) { return selectRows(x, outside); }),
             std::string("select([2, 3]), node 1 of the graph: index 2 is outside 0 … 1"));
    QCOMPARE(message([&](Expr x) { return selectColumns(x, negative); }),
             std::string("select([2, 3]), node 2 of the graph: index -1 is outside 0 … 2"));
    QCOMPARE(message([&](Expr x) { return select(x, outside, 2); }),
             std::string("select([2, 3]), node 3 of the graph: axis 2 is outside 0 … 1"));
    QCOMPARE(message([&](Expr x) { return select(x, {}); }),
             std::string("select([2, 3]), node 4 of the graph: there are no indices"));
    QCOMPARE(message([&](Expr x) { return hingeAxis(x, outside, 0); }),
             std::string("hinge_axis([2, 3]), node 5 of the graph: index 2 is outside 0 … 1"));
    QCOMPARE(message([&](Expr x) { return pick(x, 3, 1); }),
             std::string("pick([2, 3]), node 6 of the graph: 3 is outside 0 … 2"));
}

/// Indices that come as data of another node can't be checked when the graph is built.
void OpValuesTest::badIndexGivesNoNumber() {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    for (const float index : {-1.0F, 2.0F, 0.5F, nan, std::numeric_limits<float>::infinity()}) {
        ValueGraph single({.op = "select", .arguments = {{{2}, {7, 8}}, {{2}, {index, 1}}}});
        const ReferenceResult reference =
            runReference(single.graph, single.store, std::array{single.loss}, 0);
        QVERIFY(areNear(reference.values[single.node.id.index()], {nan, 8}));
    }
}

QTEST_GUILESS_MAIN(OpValuesTest)
#include "op_values_test.moc"
