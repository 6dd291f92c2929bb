// SPDX-License-Identifier: GPL-3.0-or-later
// Where a step's numbers lie, what is copied, and that every value and gradient is the reference's.
#include "engine/base/check.h"
#include "engine/exec/executor.h"
#include "engine/exec/reference_executor.h"
#include "engine/graph/expr.h"
#include "engine/ops/op_list.h"
#include "engine/schedule/plan.h"
#include "tests/engine/graph/small_tree_model.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>

namespace loomscope {

namespace {

constexpr std::uint64_t kSeed = 17;

std::unique_ptr<Device> cpu(int threads = 1) {
    return std::move(makeDevice("cpu", threads).value());
}

Schedule scheduleOf(const Graph& graph, std::string_view policy = "agenda") {
    return plan(graph, *makePolicy(policy).value());
}

MemoryPlan memoryPlanOf(const Graph& graph, std::string_view policy = "agenda") {
    MemoryPlan memory;
    MemoryPlanner().plan(graph, scheduleOf(graph, policy), memory);
    return memory;
}

/// An executor with what its results refer to, but for the graph.
struct Step {
    explicit Step(const ParameterStore& store, int threads = 1)
        : parameters(store), device(cpu(threads)), executor(*device) {}

    void forward(const Graph& graph, std::string_view policy = "agenda", std::uint64_t seed = kSeed) {
        schedule = scheduleOf(graph, policy);
        const auto done = executor.forward(graph, schedule, parameters, seed);
        LOOM_CHECK(done.has_value(), done.error().text());
    }
    void run(const LossGraph& built, std::string_view policy = "agenda") {
        forward(built.graph, policy);
        executor.backward(built.losses, 1.0F, parameters);
    }
    [[nodiscard]] std::vector<float> value(Expr x) const {
        const auto value = executor.value(x.id);
        return {value.begin(), value.end()};
    }

    ParameterStore parameters;
    std::unique_ptr<Device> device;
    Schedule schedule;
    Executor executor;
};

/// One weight [1, 1] of 3, so that gradients can be counted by hand.
struct OneWeight {
    OneWeight() { weight = store.add("w", {1, 1}, {.kind = Initializer::Kind::kConstant, .a = 3.0F}, 1); }
    ParameterStore store;
    ParameterId weight;
    LossGraph built;
};

bool isClose(double a, double b) {
    return std::abs(a - b) <= 2e-5 * std::max(1.0, std::abs(b));
}

bool areClose(std::span<const float> a, std::span<const double> b) {
    return std::ranges::equal(a, b, [](float x, double y) { return isClose(x, y); });
}

bool areGradientsClose(const ParameterStore& parameters, const ReferenceResult& reference) {
    for (std::size_t p = 0; p < reference.parameterGradients.size(); ++p) {
        if (!areClose(parameters.gradient(ParameterId(p)), reference.parameterGradients[p])) {
            return false;
        }
    }
    return true;
}

bool areEqual(std::span<const float> a, std::span<const float> b) {
    return std::ranges::equal(a, b);
}

}  // namespace

class ExecTest : public QObject {
    Q_OBJECT

private slots:
    void signaturesLieInOneRegion();
    void contiguousRowsAreReadInPlace();
    void copiesAreCounted();
    void weightGradientIsOneLaunch();
    void everythingEqualsTheReference_data();
    void everythingEqualsTheReference();
    void threadsAgreeToTheBit();
    void readersOfOneValueAddUp();
    void listsMayBeEmpty();
    void dropoutDependsOnSeedAndStreamOnly();
    void warmStepsAllocateNothing();
    void traceHasEveryLaunch();
    void inputsGetNoGradient();
    void gradientsAccumulate();
};

void ExecTest::signaturesLieInOneRegion() {
    const SmallTreeModel model(4);
    const LossGraph built = model.build(randomTrees(5, 8, 1));
    const Schedule schedule = scheduleOf(built.graph);
    const MemoryPlan memory = memoryPlanOf(built.graph);
    // By signature and output: the place behind the last row.
    std::map<std::pair<SignatureId, int>, std::int64_t> next;
    std::size_t batchesInARegion = 0;
    for (const Batch& batch : schedule.batches) {
        for (const NodeId node : schedule.nodesOf(batch)) {
            for (int k = 0; k < built.graph.node(node).numOutputs; ++k) {
                const ValueId output = built.graph.output(node, k);
                const std::int64_t place = memory.places[output.index()];
                const auto [entry, isFirst] = next.try_emplace({batch.signature, k}, place);
                QCOMPARE(place, entry->second);
                entry->second += built.graph.value(output).shape.size();
                batchesInARegion += !isFirst && node == schedule.nodes[batch.first] ? 1 : 0;
            }
        }
    }
    QVERIFY(batchesInARegion > 0);
}

void ExecTest::contiguousRowsAreReadInPlace() {
    Graph graph;
    ParameterStore store;
    const ParameterId weight = store.add("w", {2, 2}, {}, 1);
    GraphBuilder g(graph, store);
    for (int i = 0; i < 3; ++i) {
        const Expr x = g.input({2}, std::array{1.0F, 2.0F});
        const Expr y = product(tanh(x), g.parameter(weight));
        concatenate({x * sigmoid(y), y});
    }
    const MemoryPlan memory = memoryPlanOf(graph);
    QCOMPARE(memory.launches.size(), std::size_t{6});
    QCOMPARE(memory.gathers, std::int64_t{0});
    QCOMPARE(memory.gatheredBytes, std::int64_t{0});
    for (const Operand& operand : memory.operands) {
        QVERIFY(operand.kind == OperandKind::kContiguous || operand.kind == OperandKind::kShared);
    }
}

void ExecTest::copiesAreCounted() {
    Graph graph;
    ParameterStore store;
    const ParameterId weight = store.add("w", {2, 2}, {}, 1);
    GraphBuilder g(graph, store);
    std::vector<Expr> x;
    for (int i = 0; i < 3; ++i) {
        x.push_back(g.input({2}, std::array{1.0F, 2.0F}));
    }
    std::vector<Expr> squashed;
    for (int i = 2; i >= 0; --i) {
        product(x[static_cast<std::size_t>(i)], g.parameter(weight));  // a copy of 3 rows
        squashed.push_back(tanh(x[static_cast<std::size_t>(i)]));      // reads any row where it lies
    }
    concatenate({x[0], squashed[1]});  // the first part is in order, the second is a copy of 2 rows
    concatenate({x[1], squashed[0]});
    const MemoryPlan memory = memoryPlanOf(graph);
    QCOMPARE(memory.gathers, std::int64_t{2});
    QCOMPARE(memory.gatheredBytes, std::int64_t{(3 + 2) * 2 * 4});
    const auto isGather = [](const Launch& launch) { return launch.kind == Launch::Kind::kGather; };
    QCOMPARE(std::ranges::count_if(memory.launches, isGather), std::ptrdiff_t{1});
    const Launch& gather = *std::ranges::find_if(memory.launches, isGather);
    QCOMPARE(gather.rows, std::int64_t{3});
    const Operand& operand = memory.operandsOf(gather)[0];
    QCOMPARE(operand.kind, OperandKind::kGathered);
    for (std::size_t row = 0; row < 3; ++row) {
        QCOMPARE(memory.rows[operand.firstRow + row], memory.places[x[2 - row].id.index()]);
    }
}

void ExecTest::weightGradientIsOneLaunch() {
    ParameterStore store;
    const ParameterId weight = store.add("w", {5, 3}, {}, 1);
    LossGraph built;
    GraphBuilder g(built.graph, store);
    for (const int length : {3, 6}) {
        Expr h = g.input({3}, std::array{0.1F, 0.2F, 0.3F});
        for (int i = 0; i < length; ++i) {
            const Expr x = g.input({2}, std::array{1.0F, static_cast<float>(i)});
            h = tanh(product(concatenate({x, h}), g.parameter(weight)));
        }
        built.losses.push_back(crossEntropy(h, 1).id);
    }
    Step step(store);
    step.run(built);
    const auto launches = static_cast<std::int64_t>(step.executor.memoryPlan().launches.size());
    QVERIFY(std::ranges::count_if(step.executor.memoryPlan().launches,
                                  [](const Launch& launch) { return launch.op == kOpId<Product>; }) == 6);
    QCOMPARE(step.executor.profile().launches, 2 * launches + 1);
    QVERIFY(areGradientsClose(step.parameters, runReference(built.graph, store, built.losses, kSeed)));
}

void ExecTest::everythingEqualsTheReference_data() {
    QTest::addColumn<QString>("policy");
    QTest::addColumn<bool>("isInlined");
    QTest::addColumn<int>("threads");
    for (const std::string_view policy : policyNames()) {
        for (const bool isInlined : {false, true}) {
            for (const int threads : {1, 2}) {
                QTest::addRow("%s, %s, %d threads", std::string(policy).c_str(), isInlined ? "ops" : "cells",
                              threads)
                    << QString::fromStdString(std::string(policy)) << isInlined << threads;
            }
        }
    }
}

void ExecTest::everythingEqualsTheReference() {
    QFETCH(const QString, policy);
    QFETCH(const bool, isInlined);
    QFETCH(const int, threads);
    const SmallTreeModel model(5);
    const std::vector<BinaryTree> trees = randomTrees(6, 9, 2);
    const LossGraph built = isInlined ? model.buildInlined(trees) : model.build(trees);
    const ReferenceResult reference = runReference(built.graph, model.parameters(), built.losses, kSeed);
    Step step(model.parameters(), threads);
    step.run(built, policy.toStdString());
    std::vector<bool> isUsed(built.graph.numValues(), false);
    for (std::size_t i = 0; i < built.graph.numNodes(); ++i) {
        for (const ValueId argument : built.graph.arguments(NodeId(i))) {
            isUsed[argument.index()] = true;
        }
    }
    for (std::size_t i = 0; i < built.graph.numValues(); ++i) {
        const ValueId id(i);
        if (built.graph.value(id).producer.isValid()) {
            QVERIFY(areClose(step.executor.value(id), reference.values[i]));
            QVERIFY(!isUsed[i] || areClose(step.executor.gradient(id), reference.gradients[i]));
        }
    }
    QVERIFY(areGradientsClose(step.parameters, reference));
}

void ExecTest::threadsAgreeToTheBit() {
    // Wide and many enough that both elementwise launches and products are cut into chunks.
    const SmallTreeModel model(40);
    const LossGraph built = model.build(randomTrees(150, 24, 4));
    Step one(model.parameters(), 1);
    Step two(model.parameters(), 2);
    one.run(built);
    two.run(built);
    std::int64_t largest = 0;
    for (const Batch& batch : one.schedule.batches) {
        largest = std::max<std::int64_t>(largest, batch.size);
    }
    QVERIFY(largest * 2 * 40 > 2 * 32768);
    for (std::size_t i = 0; i < built.graph.numValues(); ++i) {
        if (built.graph.value(ValueId(i)).producer.isValid()) {
            QVERIFY(areEqual(one.executor.value(ValueId(i)), two.executor.value(ValueId(i))));
        }
    }
    QVERIFY(areEqual(one.parameters.gradients(), two.parameters.gradients()));
}

void ExecTest::readersOfOneValueAddUp() {
    OneWeight one;
    GraphBuilder g(one.built.graph, one.store);
    const Expr h = product(g.input({1}, std::array{0.5F}), g.parameter(one.weight));  // 1.5
    std::vector<ValueId>& losses = one.built.losses;
    constexpr int kReaders = 40'000;  // of one batch, enough for several threads if that were right
    for (int i = 0; i < kReaders; ++i) {
        losses.push_back((2.0F * h).id);
    }
    losses.push_back((h * h).id);
    for (int i = 0; i < 2; ++i) {
        losses.push_back(product(h, g.parameter(one.weight)).id);
    }
    Step step(one.store, 2);
    step.run(one.built);
    const float expected = 2.0F * kReaders + 2 * 1.5F + 2 * 3.0F;
    QCOMPARE(step.executor.gradient(h.id)[0], expected);
    QCOMPARE(step.parameters.gradient(one.weight)[0], 0.5F * expected + 2 * 1.5F);
}

void ExecTest::listsMayBeEmpty() {
    OneWeight one;
    GraphBuilder g(one.built.graph, one.store);
    const Expr a = product(g.input({1}, std::array{1.0F}), g.parameter(one.weight));
    const Expr b = product(g.input({1}, std::array{2.0F}), g.parameter(one.weight));
    const std::array items{b, a, b};
    const std::vector<Expr> lists{sum(g, {}, 1), sum(g, items, 1), sum(g, {}, 1), mean(g, {}, 1),
                                  mean(g, items, 1)};
    for (const Expr& list : lists) {
        one.built.losses.push_back(list.id);
    }
    Step step(one.store);
    step.run(one.built);
    QCOMPARE(step.schedule.batches.size(), std::size_t{4});
    const float expected[] = {0, 15, 0, 0, 5};
    for (std::size_t i = 0; i < lists.size(); ++i) {
        QCOMPARE(step.value(lists[i])[0], expected[i]);
    }
    QCOMPARE(step.executor.gradient(a.id)[0], 1.0F + 1.0F / 3.0F);
    QCOMPARE(step.executor.gradient(b.id)[0], 2.0F + 2.0F / 3.0F);

    LossGraph empty;
    GraphBuilder onlyEmpty(empty.graph, one.store);
    const Expr nothing = sum(onlyEmpty, {}, 1);
    empty.losses.push_back(nothing.id);
    step.run(empty);
    QCOMPARE(step.value(nothing)[0], 0.0F);
}

void ExecTest::dropoutDependsOnSeedAndStreamOnly() {
    constexpr std::size_t kSize = 10'000;
    constexpr float kRate = 0.3F;
    const std::vector<float> ones(kSize, 1.0F);
    const ParameterStore store;
    Graph graph;
    GraphBuilder g(graph, store);
    const Expr x = g.input({static_cast<std::int32_t>(kSize)}, ones);
    const Expr other = dropout(x, kRate, 8);
    const Expr y = dropout(x, kRate, 7);
    const Expr later = dropout(relu(x), kRate, 7);
    Step step(store);
    step.forward(graph);
    const std::vector<float> mask = step.value(y);
    QVERIFY(mask != step.value(other));
    QVERIFY(mask == step.value(later));
    const auto dropped = static_cast<double>(std::ranges::count(mask, 0.0F));
    QVERIFY2(std::abs(dropped / kSize - kRate) < 0.05 * kRate, std::to_string(dropped).c_str());
    QVERIFY(std::ranges::all_of(mask, [](float m) { return m == 0.0F || isClose(m, 1 / (1 - kRate)); }));
    for (const std::string_view policy : policyNames()) {
        step.forward(graph, policy);
        QVERIFY(step.value(y) == mask);
        QVERIFY(step.value(later) == mask);
    }
    step.forward(graph, "agenda", kSeed + 1);
    QVERIFY(step.value(y) != mask);
}

void ExecTest::warmStepsAllocateNothing() {
    const SmallTreeModel model(5);
    const LossGraph built = model.build(randomTrees(6, 9, 2));
    Step step(model.parameters());
    step.run(built);
    const std::int64_t bytes = step.executor.arenaBytes();
    QVERIFY(bytes >= 2 * 4 * step.executor.memoryPlan().numFloats);
    step.run(built);
    step.run(model.build(randomTrees(2, 4, 2)));
    step.run(built);
    QCOMPARE(step.executor.arenaBytes(), bytes);
    step.run(model.build(randomTrees(200, 20, 2)));
    QVERIFY(step.executor.arenaBytes() > bytes);
}

void ExecTest::traceHasEveryLaunch() {
    const SmallTreeModel model(5);
    const LossGraph built = model.buildInlined(randomTrees(6, 9, 2));
    Step step(model.parameters());
    step.executor.setTracing(true);
    step.run(built);
    const auto trace = step.executor.trace();
    const MemoryPlan& memory = step.executor.memoryPlan();
    const std::size_t launches = memory.launches.size();
    QCOMPARE(trace.size(), 2 * launches);
    double last = 0;
    for (std::size_t i = 0; i < trace.size(); ++i) {
        const bool isBackward = i >= launches;
        const std::size_t index = isBackward ? 2 * launches - 1 - i : i;
        QCOMPARE(trace[i].isBackward, isBackward);
        QCOMPARE(std::size_t{trace[i].launch}, index);
        QCOMPARE(trace[i].batch, memory.launches[index].batch);
        QCOMPARE(trace[i].rows, memory.launches[index].rows);
        QCOMPARE(trace[i].bytes > 0, memory.launches[index].kind == Launch::Kind::kGather);
        QVERIFY(trace[i].start >= last && trace[i].end >= trace[i].start);
        last = trace[i].end;
    }
    step.executor.setTracing(false);
    step.run(built);
    QVERIFY(step.executor.trace().empty());
}

void ExecTest::inputsGetNoGradient() {
    OneWeight one;
    GraphBuilder g(one.built.graph, one.store);
    const Expr x = g.input({1}, std::array{5.0F});
    const Expr squashed = tanh(x);
    const Expr h = product(x, g.parameter(one.weight));
    const Expr loss = h * x + h * squashed;
    Step step(one.store);
    one.built.losses.push_back(loss.id);
    step.run(one.built);
    QCOMPARE(step.executor.gradient(x.id)[0], 0.0F);
    QCOMPARE(step.executor.gradient(squashed.id)[0], 0.0F);
    QCOMPARE(step.executor.gradient(h.id)[0], 5.0F + std::tanh(5.0F));
    const std::uint32_t inputs[] = {step.executor.memoryPlan().places[x.id.index()],
                                    step.executor.memoryPlan().places[squashed.id.index()]};
    for (const Launch& launch : step.executor.memoryPlan().launches) {
        for (const Operand& operand : step.executor.memoryPlan().operandsOf(launch)) {
            if (launch.rows == 1 && operand.kind == OperandKind::kContiguous) {
                QCOMPARE(operand.wantsGradient, std::ranges::count(inputs, operand.place) == 0);
            }
        }
    }
}

void ExecTest::gradientsAccumulate() {
    const SmallTreeModel model(5);
    const LossGraph first = model.build(randomTrees(4, 9, 2));
    const LossGraph second = model.build(randomTrees(3, 5, 6));
    ReferenceResult sum = runReference(first.graph, model.parameters(), first.losses, kSeed);
    const ReferenceResult other = runReference(second.graph, model.parameters(), second.losses, kSeed);
    for (std::size_t p = 0; p < sum.parameterGradients.size(); ++p) {
        for (std::size_t i = 0; i < sum.parameterGradients[p].size(); ++i) {
            sum.parameterGradients[p][i] += 0.5 * other.parameterGradients[p][i];
        }
    }
    Step step(model.parameters());
    step.run(first);
    QVERIFY(!areGradientsClose(step.parameters, sum));
    step.forward(second.graph);
    step.executor.backward(second.losses, 0.5F, step.parameters);
    QVERIFY(areGradientsClose(step.parameters, sum));
    const ParameterId words = step.parameters.find("words");
    QCOMPARE(step.parameters.touchedRows(words).size(), std::size_t{7});
}

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::ExecTest)
#include "exec_test.moc"
