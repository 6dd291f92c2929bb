// SPDX-License-Identifier: GPL-3.0-or-later
// The walk and its policies: by hand, on random graphs, and on real trees.
#include "engine/schedule/plan.h"

#include "engine/base/check.h"
#include "engine/schedule/policies/agenda.h"
#include "engine/schedule/schedule_text.h"
#include "tests/support/random_graph.h"
#include "tests/support/shared_data.h"
#include "tests/support/temporary_directory.h"
#include "tests/support/tree_graph.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>

namespace loomscope {

namespace {

using Granularity = TreeLstmGraphs::Granularity;
using Losses = TreeLstmGraphs::Losses;

Schedule scheduleOf(const Graph& graph, std::string_view policy) {
    return plan(graph, *makePolicy(policy, {.training = {.episodes = 4}}).value());
}

std::int64_t batchesOf(const Graph& graph, std::string_view policy) {
    return statistics(scheduleOf(graph, policy)).batches;
}

ValueId apply(Graph& graph, std::string_view op, const std::vector<ValueId>& arguments,
              Attributes attributes = {}) {
    return graph.output(graph.add(*findOp(op), arguments, attributes).value());
}

ValueId input(Graph& graph) {
    return graph.output(graph.addInput({2}, std::array<float, 2>{}));
}

/// Trees of a bracketed text, shapes only: "(3 (2 a) (2 b))".
std::vector<BinaryTree> parseTrees(std::string_view text) {
    std::vector<BinaryTree> trees;
    std::vector<std::vector<std::int32_t>> open{
        {}};  // children of each open bracket, below them the whole tree
    BinaryTree tree;
    for (const char c : text) {
        if (c == '(') {
            open.emplace_back();
        } else if (c == ')') {
            const std::vector<std::int32_t> children = std::move(open.back());
            open.pop_back();
            tree.nodes.push_back(children.size() == 2 ? BinaryTree::Node{children[0], children[1]}
                                                      : BinaryTree::Node{});
            if (open.size() == 1) {
                trees.push_back(std::move(tree));
                tree = {};
            } else {
                open.back().push_back(static_cast<std::int32_t>(tree.nodes.size()) - 1);
            }
        }
    }
    return trees;
}

}  // namespace

class PlanTest : public QObject {
    Q_OBJECT

private slots:
    void policiesHaveNames();
    void unknownPolicySuggestsTheNearest();
    void depthChoosesByDepthThenName();
    void agendaPrefersLowMeanDepthThenCheapOps();
    void agendaWaitsForDeepNodes();
    void groupsAreKeptApart();
    void deepChainIsLinear();
    void randomGraphsGiveValidSchedules();
    void wrongChoiceIsAnInternalError();
    void sstCells();
};

void PlanTest::policiesHaveNames() {
    for (const std::string_view name : policyNames()) {
        QVERIFY(makePolicy(name).value()->name() == name);
        QVERIFY(plan(Graph(), *makePolicy(name).value()).nodes.empty());
    }
}

void PlanTest::unknownPolicySuggestsTheNearest() {
    const auto policy = makePolicy("agend");
    QVERIFY(!policy.has_value());
    QCOMPARE(policy.error().code, ErrorCode::kNotFound);
    QVERIFY(policy.error().message.starts_with(
        "there is no batching policy \"agend\"; did you mean \"agenda\"? Known: none, fold, depth, agenda"));
}

void PlanTest::depthChoosesByDepthThenName() {
    Graph graph;
    const ValueId x = input(graph);
    apply(graph, "tanh", {x});
    apply(graph, "add", {x, x});
    const ValueId slow = apply(graph, "scale", {x}, {.real = 3.0F});
    const ValueId fast = apply(graph, "scale", {x}, {.real = 2.0F});
    apply(graph, "add", {slow, fast});
    const std::string expected = "0 input: 0\n1 add: 2\n2 scale: 3\n3 scale: 4\n4 tanh: 1\n5 add: 5\n";
    QCOMPARE(toText(graph, scheduleOf(graph, "depth")), expected);
    QVERIFY(scheduleOf(graph, "fold").batches == scheduleOf(graph, "depth").batches);
}

void PlanTest::agendaPrefersLowMeanDepthThenCheapOps() {
    const AgendaPolicy policy;
    const Graph graph;
    std::array<GroupState, 3> ready{
        GroupState{.signature = SignatureId(0), .meanDepth = 2.0, .isProduct = true},
        GroupState{.signature = SignatureId(2), .meanDepth = 2.0},
        GroupState{.signature = SignatureId(1), .meanDepth = 2.5}};
    QCOMPARE(policy.choose(graph, ready), std::size_t{1});
    ready[2].meanDepth = 2.0;
    QCOMPARE(policy.choose(graph, ready), std::size_t{2});
    ready[0].meanDepth = 1.9;
    QCOMPARE(policy.choose(graph, ready), std::size_t{0});
}

void PlanTest::agendaWaitsForDeepNodes() {
    // Losses at depths 2 … 5 have a larger mean depth than the chain that feeds them, so all of them run as
    // one.
    Graph graph;
    ValueId h = input(graph);
    for (int step = 0; step < 4; ++step) {
        h = apply(graph, "tanh", {h});
        apply(graph, "scale", {h}, {.real = 2.0F});
    }
    QCOMPARE(toText(graph, scheduleOf(graph, "agenda")),
             std::string("0 input: 0\n1 tanh: 1\n2 tanh: 3\n3 tanh: 5\n4 tanh: 7\n5 scale: 2 4 6 8\n"));
    QCOMPARE(batchesOf(graph, "depth"), std::int64_t{9});
    QCOMPARE(lowerBound(graph), std::int64_t{6});
}

void PlanTest::groupsAreKeptApart() {
    const TreeLstmGraphs model;
    Graph graph = model.newGraph();
    model.add(graph, balancedTree(8), Granularity::kOps, Losses::kNone);
    model.add(graph, leftChain(5), Granularity::kOps, Losses::kEachNode);
    QCOMPARE(batchesOf(graph, "none"), static_cast<std::int64_t>(graph.numNodes()));
    for (const std::string_view policy : {"fold", "depth"}) {
        const Schedule schedule = scheduleOf(graph, policy);
        std::uint32_t depth = 0;
        for (const Batch& batch : schedule.batches) {
            const std::span<const NodeId> nodes = schedule.nodesOf(batch);
            QVERIFY(graph.node(nodes[0]).depth >= depth);
            depth = graph.node(nodes[0]).depth;
            QVERIFY(std::ranges::all_of(nodes, [&](NodeId node) { return graph.node(node).depth == depth; }));
        }
    }
}

void PlanTest::deepChainIsLinear() {
    Graph graph;
    ValueId h = input(graph);
    for (int step = 0; step < 200'000; ++step) {
        h = apply(graph, "tanh", {h});
    }
    for (const std::string_view policy : policyNames()) {
        QCOMPARE(batchesOf(graph, policy), std::int64_t{200'001});
    }
}

void PlanTest::randomGraphsGiveValidSchedules() {
    Rng rng(20261201);
    for (int i = 0; i < 700; ++i) {
        const Graph graph = randomGraph(rng, 1 + rng.below(80));
        const std::int64_t bound = lowerBound(graph);
        for (const std::string_view policy : policyNames()) {
            if (policy == "optimal") {
                continue;  // has a clock, and a test of its own
            }
            const Schedule schedule = scheduleOf(graph, policy);
            const Result<void> valid = checkSchedule(graph, schedule);
            QVERIFY2(valid.has_value(), valid ? "" : valid.error().message.c_str());
            QVERIFY(statistics(schedule).batches >= bound);
            QVERIFY(schedule == scheduleOf(graph, policy));
            QVERIFY(policy == "fold" || schedule.passThrough.empty());
            for (const Batch& batch : schedule.batches) {
                QVERIFY(std::ranges::is_sorted(schedule.nodesOf(batch)));
            }
        }
    }
}

void PlanTest::wrongChoiceIsAnInternalError() {
    class WrongPolicy final : public BatchingPolicy {
    public:
        [[nodiscard]] std::string_view name() const override { return "wrong"; }
        [[nodiscard]] Grouping grouping() const override { return Grouping::kSignature; }
        [[nodiscard]] std::size_t choose(const Graph&, std::span<const GroupState> ready) const override {
            return ready.size();
        }
    };
    Graph graph;
    input(graph);
    QVERIFY_THROWS_EXCEPTION(InternalError, (void)plan(graph, WrongPolicy()));
}

void PlanTest::sstCells() {
    const auto path = findSharedData("data/sst-ptb/train.txt");
    if (!path) {
        QSKIP(path.error().text().c_str());
    }
    const std::vector<BinaryTree> trees = parseTrees(readFile(*path));
    QCOMPARE(trees.size(), std::size_t{8544});
    const TreeLstmGraphs model;
    constexpr std::size_t kBatch = 64;
    constexpr std::size_t kBatches = 8544 / kBatch;
    std::int64_t nodes = 0;
    std::int64_t depth = 0;
    std::int64_t agenda = 0;
    std::int64_t ratio = 0;
    std::int64_t bound = 0;
    for (std::size_t batch = 0; batch < kBatches; ++batch) {
        Graph graph = model.newGraph();
        for (std::size_t i = 0; i < kBatch; ++i) {
            model.add(graph, trees[batch * kBatch + i], Granularity::kCells, Losses::kEachNode);
        }
        nodes += static_cast<std::int64_t>(graph.numNodes());
        depth += batchesOf(graph, "depth");
        agenda += batchesOf(graph, "agenda");
        ratio += batchesOf(graph, "ratio");
        bound += lowerBound(graph);
    }
    const auto mean = [](std::int64_t sum) { return static_cast<double>(sum) / kBatches; };
    qInfo("SST, batches of 64: %.0f nodes, depth %.1f, agenda %.1f, ratio %.1f, bound %.1f", mean(nodes),
          mean(depth), mean(agenda), mean(ratio), mean(bound));
    // The tallest trees of the 133 batches have 2,788 levels, counted by brackets. Each level is a batch of
    // cells and, by depth and by agenda, one of losses; the bound has all losses of a minibatch in one batch.
    QCOMPARE(depth, std::int64_t{2 * 2788});
    QCOMPARE(agenda, std::int64_t{2 * 2788});
    QCOMPARE(bound, std::int64_t{2788 + 133});
    QCOMPARE(ratio, bound);
    // Published for three batches: 43.3, 43.3 and 22.7. Levels deviate by 3.0 a batch, so by 1.7 for the mean
    // of three.
    QVERIFY(std::abs(mean(depth) - 43.3) < 2 * 1.7);
    QVERIFY(std::abs(mean(bound) - 22.7) < 1.7);
}

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::PlanTest)
#include "plan_test.moc"
