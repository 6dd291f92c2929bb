// SPDX-License-Identifier: GPL-3.0-or-later
// Every reason why two nodes share a batch or don't.
#include "engine/schedule/why.h"

#include "tests/support/random_graph.h"

#include <QTest>

#include <array>

namespace loomscope {

namespace {

ValueId input(Graph& graph, std::int32_t width = 2) {
    const std::vector<float> data(static_cast<std::size_t>(width));
    return graph.output(graph.addInput({width}, data));
}

ValueId apply(Graph& graph, std::string_view op, const std::vector<ValueId>& arguments,
              Attributes attributes = {}) {
    return graph.output(graph.add(*findOp(op), arguments, attributes).value());
}

Result<WhyAnswer> ask(const Graph& graph, std::string_view policyName, std::size_t first,
                      std::size_t second) {
    const auto policy = makePolicy(policyName).value();
    return why(graph, plan(graph, *policy), *policy, NodeId(first), NodeId(second));
}

void verifyOne(const Result<WhyAnswer>& answer, WhyKind kind, const char* words) {
    QVERIFY2(answer.has_value(), answer ? "" : answer.error().text().c_str());
    QCOMPARE(answer->reasons.size(), std::size_t{1});
    QCOMPARE(name(answer->reasons[0].kind), name(kind));
    QVERIFY2(answer->reasons[0].text.find(words) != std::string::npos, answer->reasons[0].text.c_str());
    QCOMPARE(answer->areTogether(), kind == WhyKind::kTogether);
}

}  // namespace

class WhyTest : public QObject {
    Q_OBJECT

private slots:
    void signaturesDiffer();
    void placesDiffer();
    void policiesChoose();
    void nodesMustExist();
    void everyPairHasAnAnswer();
};

void WhyTest::signaturesDiffer() {
    Graph graph;
    const ValueId x = input(graph);                                         // 0
    const ValueId y = input(graph, 3);                                      // 1
    apply(graph, "tanh", {x});                                              // 2
    apply(graph, "sigmoid", {x});                                           // 3
    apply(graph, "tanh", {y});                                              // 4
    apply(graph, "scale", {x}, {.real = 2.0F});                             // 5
    apply(graph, "scale", {x}, {.real = 0.5F});                             // 6
    apply(graph, "product", {x, graph.parameter(ParameterId(3), {2, 2})});  // 7
    apply(graph, "product", {x, graph.parameter(ParameterId(4), {2, 2})});  // 8
    apply(graph, "tanh", {x});                                              // 9
    verifyOne(ask(graph, "depth", 2, 9), WhyKind::kTogether, "both are tanh [2]");
    verifyOne(ask(graph, "depth", 2, 3), WhyKind::kOp, "node 2 is tanh, node 3 is sigmoid");
    verifyOne(ask(graph, "depth", 5, 6), WhyKind::kAttribute,
              "\"real\" of scale is 2 at node 5 and 0.5 at node 6");
    verifyOne(ask(graph, "depth", 7, 8), WhyKind::kParameter, "node 7 shares the weight parameter 3");
    const auto shapes = ask(graph, "depth", 4, 2);
    QVERIFY(shapes.has_value());
    QVERIFY(shapes->reasons[0].kind == WhyKind::kShape);
    QVERIFY2(shapes->reasons[0].text.find("[3] at node 4 and [2] at node 2") != std::string::npos,
             shapes->reasons[0].text.c_str());
}

void WhyTest::placesDiffer() {
    Graph graph;
    const ValueId x = input(graph);                        // 0
    const ValueId a = apply(graph, "tanh", {x});           // 1
    const ValueId b = apply(graph, "relu", {a});           // 2
    apply(graph, "tanh", {b});                             // 3
    const ValueId c = apply(graph, "sigmoid", {x});        // 4
    apply(graph, "tanh", {apply(graph, "sigmoid", {c})});  // 5, 6
    for (const std::size_t first : {1U, 3U}) {
        const auto answer = ask(graph, "agenda", first, 4 - first);
        verifyOne(answer, WhyKind::kDependence, "node 3 needs node 1: 1 tanh → 2 relu → 3 tanh");
        QVERIFY((answer->reasons[0].path == std::vector{NodeId(1), NodeId(2), NodeId(3)}));
    }
    verifyOne(ask(graph, "depth", 1, 6), WhyKind::kDepth, "node 1 is at depth 1, node 6 at depth 3");
    QCOMPARE(ask(graph, "fold", 3, 6)->areTogether(), true);
}

void WhyTest::policiesChoose() {
    Graph graph;
    const ValueId x = input(graph);                     // 0
    apply(graph, "tanh", {x});                          // 1
    apply(graph, "tanh", {apply(graph, "relu", {x})});  // 2, 3
    verifyOne(ask(graph, "none", 1, 3), WhyKind::kPolicy, "the policy none ran node 1 in batch 1");
    verifyOne(ask(graph, "ratio", 1, 3), WhyKind::kTogether, "batch 2");
    apply(graph, "tanh", {x});  // 4
    verifyOne(ask(graph, "none", 1, 4), WhyKind::kPolicy, "one by one");
}

void WhyTest::nodesMustExist() {
    Graph graph;
    input(graph);
    QCOMPARE(ask(graph, "depth", 0, 1).error().message,
             std::string("there is no node 1; the graph has nodes 0 to 0"));
    QVERIFY(!ask(graph, "depth", 0, 0).has_value());
    QCOMPARE(ask(Graph(), "depth", 0, 1).error().message, std::string("the graph has no nodes"));
}

void WhyTest::everyPairHasAnAnswer() {
    Rng rng(12);
    for (int i = 0; i < 20; ++i) {
        const Graph graph = randomGraph(rng, 2 + rng.below(20));
        for (const std::string_view name : {"none", "fold", "agenda", "lookahead"}) {
            for (std::size_t first = 0; first < graph.numNodes(); ++first) {
                const std::size_t second = (first + 1 + rng.below(graph.numNodes() - 1)) % graph.numNodes();
                const auto answer = ask(graph, name, first, second);
                QVERIFY(answer.has_value());
                QVERIFY(!answer->reasons.empty());
                QVERIFY(answer->areTogether() == (answer->reasons[0].kind == WhyKind::kTogether));
                for (const WhyReason& reason : answer->reasons) {
                    QCOMPARE(reason.path.empty(), reason.kind != WhyKind::kDependence);
                }
            }
        }
    }
}

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::WhyTest)
#include "why_test.moc"
