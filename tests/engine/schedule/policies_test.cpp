// SPDX-License-Identifier: GPL-3.0-or-later
// Policies that search: against each other, against brute force, and by hand.
#include "engine/schedule/batch_search.h"
#include "engine/schedule/plan.h"
#include "engine/schedule/policies/ratio.h"
#include "engine/schedule/schedule_text.h"
#include "tests/support/random_graph.h"
#include "tests/support/tree_graph.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <set>

namespace loomscope {

namespace {

using Granularity = TreeLstmGraphs::Granularity;
using Losses = TreeLstmGraphs::Losses;

Schedule scheduleOf(const Graph& graph, std::string_view policy, const PolicyOptions& options = {}) {
    return plan(graph, *makePolicy(policy, options).value());
}

std::int64_t batchesOf(const Graph& graph, std::string_view policy, const PolicyOptions& options = {}) {
    return statistics(scheduleOf(graph, policy, options)).batches;
}

ValueId input(Graph& graph) {
    return graph.output(graph.addInput({2}, std::array<float, 2>{}));
}

ValueId apply(Graph& graph, std::string_view op, const std::vector<ValueId>& arguments) {
    return graph.output(graph.add(*findOp(op), arguments).value());
}

/// A chain of ops, a letter each.
void addChain(Graph& graph, std::string_view letters) {
    static const std::map<char, std::string_view> kOps{{'t', "tanh"}, {'s', "sigmoid"}, {'r', "relu"}};
    ValueId value = input(graph);
    for (const char letter : letters) {
        value = apply(graph, kOps.at(letter), {value});
    }
}

/// The fewest batches of a graph of few nodes: over all sets of nodes that have run, and all sets of ready
/// nodes of one signature that may run next, also those that leave some waiting.
std::size_t fewestByBruteForce(const Graph& graph) {
    const std::size_t numNodes = graph.numNodes();
    std::vector<std::uint32_t> needs(numNodes, 0);
    std::map<SignatureId, std::uint32_t> kinds;
    for (std::size_t node = 0; node < numNodes; ++node) {
        kinds[graph.nodes()[node].signature] |= 1U << node;
        for (const ValueId argument : graph.arguments(NodeId(node))) {
            if (const NodeId producer = graph.value(argument).producer; producer.isValid()) {
                needs[node] |= 1U << producer.index();
            }
        }
    }
    const std::uint32_t all = (1U << numNodes) - 1;
    std::vector<std::size_t> fewest(all + std::size_t{1}, numNodes + 1);
    fewest[0] = 0;
    for (std::uint32_t done = 0; done < all; ++done) {  // what runs more is a larger number
        std::uint32_t ready = 0;
        for (std::size_t node = 0; node < numNodes; ++node) {
            ready |= (done >> node & 1U) == 0 && (needs[node] & ~done) == 0 ? 1U << node : 0;
        }
        for (const auto& [signature, members] : kinds) {
            for (std::uint32_t batch = ready & members; batch != 0; batch = (batch - 1) & ready & members) {
                fewest[done | batch] = std::min(fewest[done | batch], fewest[done] + 1);
            }
        }
    }
    return fewest[all];
}

/// Random graphs to try: 300, or what the environment asks for.
int numRandomGraphs() {
    bool isNumber = false;
    const int wanted = qEnvironmentVariableIntValue("LOOMSCOPE_RANDOM_GRAPHS", &isNumber);
    return isNumber ? wanted : 300;
}

}  // namespace

class PoliciesTest : public QObject {
    Q_OBJECT

private slots:
    void ratioPrefersAFrontierThatIsReady();
    void frontierIsThatOfItsDefinition();
    void optionsAreChecked();
    void lookaheadSeesWhatGreedyPoliciesMiss();
    void lookaheadStopsEarly();
    void optimalSaysWhetherItFinished();
    void noScheduleBeatsTheOptimalOne();
    void optimalEqualsBruteForce();
};

void PoliciesTest::ratioPrefersAFrontierThatIsReady() {
    const RatioPolicy policy;
    std::array<GroupState, 3> ready{
        GroupState{.signature = SignatureId(0), .numReady = 9, .numFrontier = 10},
        GroupState{.signature = SignatureId(1), .numReady = 1, .numFrontier = 1, .meanDepth = 4},
        GroupState{.signature = SignatureId(2), .numReady = 1, .numFrontier = 1, .meanDepth = 3}};
    QCOMPARE(policy.choose(Graph(), ready), std::size_t{2});
    ready[1].numReady = ready[1].numFrontier = 2;
    QCOMPARE(policy.choose(Graph(), ready), std::size_t{1});
    ready[0].numReady = 10;
    QCOMPARE(policy.choose(Graph(), ready), std::size_t{0});
}

void PoliciesTest::frontierIsThatOfItsDefinition() {
    /// Checks every state that it is shown, then takes any group.
    class Checker final : public BatchingPolicy {
    public:
        [[nodiscard]] std::string_view name() const override { return "checker"; }
        [[nodiscard]] Grouping grouping() const override { return Grouping::kSignature; }
        [[nodiscard]] bool usesFrontier() const override { return true; }
        [[nodiscard]] std::size_t choose(const Graph&, std::span<const GroupState> ready) const override {
            seen.emplace_back(ready.begin(), ready.end());
            return seen.size() * 7 % ready.size();
        }
        mutable std::vector<std::vector<GroupState>> seen;
    };
    Rng rng(5);
    for (int i = 0; i < 100; ++i) {
        const Graph graph = randomGraph(rng, 1 + rng.below(40));
        const Checker policy;
        const Schedule schedule = plan(graph, policy);
        std::vector<char> hasRun(graph.numNodes(), 0);
        for (std::size_t step = 0; step < schedule.batches.size(); ++step) {
            // By node: the signatures that it or an ancestor has still to run.
            std::vector<std::set<SignatureId>> pending(graph.numNodes());
            std::map<SignatureId, std::int64_t> frontier;
            for (std::size_t node = 0; node < graph.numNodes(); ++node) {
                for (const ValueId argument : graph.arguments(NodeId(node))) {
                    if (const NodeId producer = graph.value(argument).producer; producer.isValid()) {
                        pending[node].insert(pending[producer.index()].begin(),
                                             pending[producer.index()].end());
                    }
                }
                const SignatureId signature = graph.nodes()[node].signature;
                if (hasRun[node] == 0) {
                    frontier[signature] += pending[node].contains(signature) ? 0 : 1;
                    pending[node].insert(signature);
                }
            }
            for (const GroupState& group : policy.seen[step]) {
                QCOMPARE(group.numFrontier, frontier[group.signature]);
            }
            for (const NodeId node : schedule.nodesOf(schedule.batches[step])) {
                hasRun[node.index()] = 1;
            }
        }
    }
}

void PoliciesTest::optionsAreChecked() {
    for (const double limit : {0.0, -1.0, std::nan("")}) {
        const auto policy = makePolicy("optimal", {.timeLimit = limit});
        QVERIFY(!policy.has_value());
        QCOMPARE(policy.error().code, ErrorCode::kInvalid);
        QVERIFY(
            policy.error().message.starts_with("the time limit of the policy optimal must be more than 0"));
    }
    QVERIFY(!makePolicy("lookahead", {.beam = 0}).has_value());
    QVERIFY(makePolicy("depth", {.beam = 0, .timeLimit = 0}).has_value());
}

void PoliciesTest::lookaheadSeesWhatGreedyPoliciesMiss() {
    // Common supersequences of chains: t s t s t … needs a look at the whole of both.
    Graph graph;
    for (const std::string_view chain : {"tsrtsrt", "rrstsst", "sstrrts", "tttsrsr"}) {
        addChain(graph, chain);
    }
    const std::int64_t fewest = batchesOf(graph, "optimal", {.timeLimit = 60});
    QCOMPARE(scheduleOf(graph, "optimal", {.timeLimit = 60}).provenBound.value(), fewest);
    QVERIFY(batchesOf(graph, "lookahead", {.beam = 64}) <= batchesOf(graph, "lookahead", {.beam = 1}));
    QCOMPARE(batchesOf(graph, "lookahead", {.beam = 64}), fewest);
    QVERIFY(batchesOf(graph, "depth") > fewest);
    QVERIFY(batchesOf(graph, "agenda") > fewest);
}

void PoliciesTest::lookaheadStopsEarly() {
    const TreeLstmGraphs model;
    Graph graph = model.newGraph();
    Rng rng(3);
    for (int tree = 0; tree < 8; ++tree) {
        model.add(graph, randomTree(20, rng), Granularity::kOps, Losses::kEachNode);
    }
    std::stop_source source;
    source.request_stop();
    for (const std::string_view name : {"lookahead", "optimal"}) {
        const Schedule schedule = plan(graph, *makePolicy(name).value(), {.stop = source.get_token()});
        QVERIFY(checkSchedule(graph, schedule).has_value());
        QVERIFY(schedule.batches == scheduleOf(graph, "agenda").batches);
    }
}

void PoliciesTest::optimalSaysWhetherItFinished() {
    QCOMPARE(scheduleOf(Graph(), "optimal").provenBound.value(), std::int64_t{0});
    QVERIFY(!scheduleOf(Graph(), "lookahead").provenBound.has_value());
    // So many chains at random that no search finishes.
    Graph graph;
    Rng rng(8);
    for (int chain = 0; chain < 40; ++chain) {
        std::string letters;
        for (int i = 0; i < 40; ++i) {
            letters += "tsr"[rng.below(3)];
        }
        addChain(graph, letters);
    }
    const Schedule schedule = scheduleOf(graph, "optimal", {.timeLimit = 0.05});
    QVERIFY(checkSchedule(graph, schedule).has_value());
    QVERIFY(schedule.provenBound.value() >= lowerBound(graph));
    QVERIFY(schedule.provenBound.value() < statistics(schedule).batches);
    QVERIFY(statistics(schedule).batches <= batchesOf(graph, "lookahead"));
}

void PoliciesTest::noScheduleBeatsTheOptimalOne() {
    Rng rng(20261202);
    int numProven = 0;
    for (int i = 0; i < numRandomGraphs(); ++i) {
        const Graph graph = randomGraph(rng, 1 + rng.below(60));
        const Schedule optimal = scheduleOf(graph, "optimal");
        const bool isProven = *optimal.provenBound == statistics(optimal).batches;
        numProven += isProven ? 1 : 0;
        for (const std::string_view policy : policyNames()) {
            const Schedule schedule = scheduleOf(graph, policy, {.training = {.episodes = 20}});
            const Result<void> valid = checkSchedule(graph, schedule);
            QVERIFY2(valid.has_value(), valid ? "" : valid.error().message.c_str());
            QVERIFY(statistics(schedule).batches >= lowerBound(graph));
            QVERIFY(!isProven || statistics(schedule).batches >= statistics(optimal).batches);
        }
    }
    QVERIFY2(numProven > numRandomGraphs() * 9 / 10, "a second is enough for graphs of 60 nodes");
}

void PoliciesTest::optimalEqualsBruteForce() {
    Rng rng(99);
    for (int i = 0; i < numRandomGraphs(); ++i) {
        const Graph graph = randomGraph(rng, 1 + rng.below(10));
        const Schedule schedule = scheduleOf(graph, "optimal");
        QCOMPARE(schedule.batches.size(), fewestByBruteForce(graph));
        QCOMPARE(*schedule.provenBound, statistics(schedule).batches);
    }
}

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::PoliciesTest)
#include "policies_test.moc"
