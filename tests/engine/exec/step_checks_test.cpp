// SPDX-License-Identifier: GPL-3.0-or-later
// Where numbers stop being finite, and where two runs of one graph differ.
#include "engine/exec/executor.h"
#include "engine/exec/non_finite.h"
#include "engine/exec/step_comparison.h"
#include "engine/graph/expr.h"
#include "engine/schedule/plan.h"
#include "tests/engine/graph/small_tree_model.h"

#include <QTest>

#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace loomscope {

namespace {

using Kind = NonFiniteNumber::Kind;
constexpr std::uint64_t kSeed = 5;
constexpr double kTolerance = 1e-4;

/// One run of a graph with its own parameters.
struct Run {
    explicit Run(const ParameterStore& store) : parameters(store) {}

    void run(const Graph& graph, std::span<const ValueId> losses, std::string_view policy = "depth",
             float scale = 1.0F) {
        schedule = plan(graph, *makePolicy(policy).value());
        QVERIFY(executor.forward(graph, schedule, parameters, kSeed).has_value());
        parameters.clearGradients();
        executor.backward(losses, scale, parameters);
    }
    std::optional<NonFiniteNumber> find(const Graph& graph, std::span<const ValueId> losses) {
        schedule = plan(graph, *makePolicy("depth").value());
        auto found = findNonFiniteValue(executor, graph, schedule, parameters, kSeed);
        return found ? found : findNonFiniteGradient(executor, graph, schedule, losses, 1.0F, parameters);
    }
    [[nodiscard]] ExecutedStep step() const { return {.executor = executor, .parameters = parameters}; }

    ParameterStore parameters;
    std::unique_ptr<Device> device = std::move(makeDevice("cpu", 1).value());
    Schedule schedule;
    Executor executor{*device};
};

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

class StepChecksTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        parameters_ = {};
        weight_ = parameters_.add("weight", Shape{1, 1}, {Initializer::Kind::kConstant, 1e-30F}, 1);
        graph_ = Graph();
    }
    void finiteStepsHaveNothingToFind();
    void valuesNameTheNode();
    void valuesInsideACellNameTheCell();
    void gradientsNameTheNode();
    void sumsNameTheParameter();
    void parametersAreLookedAtFirst();
    void equalRunsAgree();
    void valuesThatDifferNameTheNode();
    void gradientsThatDifferNameParameterAndNode();
    void alteredGradientsNameTheParameter();
    void nothingIsEqualToNan();

private:
    Expr input(GraphBuilder& g, float number) { return g.input(Shape{1}, std::span(&number, 1)); }

    ParameterStore parameters_;
    ParameterId weight_;
    Graph graph_;
};

void StepChecksTest::finiteStepsHaveNothingToFind() {
    const SmallTreeModel model(5);
    const LossGraph built = model.build(randomTrees(5, 6, 2));
    QVERIFY(!Run(model.parameters()).find(built.graph, built.losses));
}

void StepChecksTest::valuesNameTheNode() {
    GraphBuilder g(graph_, parameters_);
    std::array<Expr, 4> large;
    for (std::size_t i = 0; i < large.size(); ++i) {
        large[i] = 1e30F * input(g, i == 2 ? 1e20F : 1.0F);  // one batch
    }
    const Expr loss = sum(g, large, 1);
    const auto found = Run(parameters_).find(graph_, std::array{loss.id});
    QVERIFY(found.has_value());
    QCOMPARE(found->kind, Kind::kValue);
    QCOMPARE(found->node.index(), graph_.value(large[2].id).producer.index());
    QCOMPARE(QString::fromStdString(found->text()),
             QStringLiteral("scale, node 5 of the graph: element 0 of its output [1] is inf"));
}

void StepChecksTest::valuesInsideACellNameTheCell() {
    Graph body(graph_.signatures());
    GraphBuilder inner(body, parameters_);
    const Expr grown = 1e30F * inner.formal(Shape{1});
    const auto cell = Cell::make("grow", std::move(body), {tanh(grown).id}).value();
    GraphBuilder g(graph_, parameters_);
    const Expr x = input(g, -1e20F);
    const Expr loss = g.call(cell, std::array{x})[0];
    const auto found = Run(parameters_).find(graph_, std::array{loss.id});
    QVERIFY2(found && found->name == "scale in cell 'grow'", found ? found->text().c_str() : "nothing");
    QCOMPARE(found->node.index(), graph_.value(loss.id).producer.index());
    QCOMPARE(found->number, -std::numeric_limits<float>::infinity());
}

void StepChecksTest::gradientsNameTheNode() {
    GraphBuilder g(graph_, parameters_);
    const Expr first = 1e30F * product(input(g, 1.0F), g.parameter(weight_));
    const Expr loss = 1e30F * first;
    const auto found = Run(parameters_).find(graph_, std::array{loss.id});
    QVERIFY(found.has_value());
    QCOMPARE(found->kind, Kind::kGradient);
    QCOMPARE(found->node.index(), graph_.value(first.id).producer.index());
    QVERIFY2(contains(found->text(),
                      "scale, node 2 of the graph: element 0 of the gradient [1] of its argument 1"),
             found->text().c_str());
}

void StepChecksTest::sumsNameTheParameter() {
    GraphBuilder g(graph_, parameters_);
    const Expr loss = 1e30F * product(input(g, 1e30F), g.parameter(weight_));
    const auto found = Run(parameters_).find(graph_, std::array{loss.id});
    QVERIFY(found.has_value());
    QCOMPARE(found->kind, Kind::kParameterGradient);
    QVERIFY2(contains(found->text(), "element 0 of the gradient of parameter 'weight' [1, 1] is inf"),
             found->text().c_str());
}

void StepChecksTest::parametersAreLookedAtFirst() {
    parameters_.values()[0] = std::numeric_limits<float>::quiet_NaN();
    GraphBuilder g(graph_, parameters_);
    const Expr loss = product(input(g, 1.0F), g.parameter(weight_));
    const auto found = Run(parameters_).find(graph_, std::array{loss.id});
    QVERIFY2(found && contains(found->text(), "parameter 'weight' [1, 1] is nan before the step"),
             found ? found->text().c_str() : "nothing");
}

void StepChecksTest::equalRunsAgree() {
    const SmallTreeModel model(5);
    const LossGraph built = model.build(randomTrees(6, 6, 2));
    Run batched(model.parameters());
    Run unbatched(model.parameters());
    batched.run(built.graph, built.losses);
    unbatched.run(built.graph, built.losses, "none");
    const StepComparison same = compareSteps(built.graph, batched.step(), unbatched.step(), kTolerance);
    QVERIFY2(!same.first, same.first ? same.first->what.c_str() : "");
    QCOMPARE(same.gradients, model.parameters().size());
    QVERIFY(same.values > static_cast<std::int64_t>(built.graph.numNodes()));
    QVERIFY(same.largest <= kTolerance);
}

void StepChecksTest::valuesThatDifferNameTheNode() {
    parameters_.values()[0] = 0.5F;
    GraphBuilder g(graph_, parameters_);
    const Expr x = input(g, 1.0F);
    const Expr changed = product(x, g.parameter(weight_));
    const Expr loss = tanh(changed);
    Run a(parameters_);
    Run b(parameters_);
    b.parameters.values()[0] = 0.75F;
    a.run(graph_, std::array{loss.id});
    b.run(graph_, std::array{loss.id}, "none");
    const StepComparison result = compareSteps(graph_, a.step(), b.step(), kTolerance);
    QVERIFY(result.first.has_value());
    QCOMPARE(result.first->node.index(), graph_.value(changed.id).producer.index());
    QCOMPARE(
        QString::fromStdString(result.first->text("batched", "unbatched")),
        QStringLiteral("product, node 1 of the graph: element 0 of its output [1] is 0.5 batched and 0.75 "
                       "unbatched"));
    QVERIFY(!compareSteps(graph_, a.step(), b.step(), 0.3).first);
}

void StepChecksTest::gradientsThatDifferNameParameterAndNode() {
    const SmallTreeModel model(5);
    const LossGraph built = model.build(randomTrees(3, 4, 2));
    Run a(model.parameters());
    Run b(model.parameters());
    a.run(built.graph, built.losses);
    b.run(built.graph, std::span(built.losses).first(2));
    const StepComparison result = compareSteps(built.graph, a.step(), b.step(), kTolerance);
    QVERIFY(result.first.has_value());
    const NodeId lost = built.graph.value(built.losses[2]).producer;
    QCOMPARE(result.first->node.index(), lost.index());
    QVERIFY2(contains(result.first->what, "of the gradient of parameter '"), result.first->what.c_str());
}

void StepChecksTest::alteredGradientsNameTheParameter() {
    const SmallTreeModel model(5);
    const LossGraph built = model.build(randomTrees(3, 4, 2));
    Run a(model.parameters());
    Run b(model.parameters());
    a.run(built.graph, built.losses);
    b.run(built.graph, built.losses, "none");
    const std::size_t last = model.parameters().parameters().size() - 1;
    float& altered = b.parameters.gradient(ParameterId(last))[1];
    altered += 0.01F * std::abs(altered) + 1.0F;
    const StepComparison result = compareSteps(built.graph, a.step(), b.step(), kTolerance);
    QVERIFY(result.first.has_value());
    QVERIFY(!result.first->node.isValid());
    QVERIFY2(contains(result.first->what, "element 1 of the gradient of parameter '" +
                                              model.parameters().parameters()[last].name),
             result.first->what.c_str());
}

void StepChecksTest::nothingIsEqualToNan() {
    GraphBuilder g(graph_, parameters_);
    const Expr loss = tanh(input(g, std::numeric_limits<float>::quiet_NaN()));
    Run a(parameters_);
    Run b(parameters_);
    a.run(graph_, std::array{loss.id});
    b.run(graph_, std::array{loss.id});
    QVERIFY(compareSteps(graph_, a.step(), b.step(), kTolerance).first.has_value());
}

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::StepChecksTest)
#include "step_checks_test.moc"
