// SPDX-License-Identifier: GPL-3.0-or-later
// Graphs, signatures and cells: what they refuse, what they keep apart, and what inlining must not change.
#include "engine/graph/graph.h"

#include "engine/exec/reference_executor.h"
#include "engine/graph/expr.h"
#include "engine/graph/graph_text.h"
#include "tests/engine/graph/small_tree_model.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace loomscope {

namespace {

constexpr float kData[8] = {1, -2, 3, -4, 5, -6, 7, -8};

ValueId input(Graph& graph, std::int32_t width) {
    return graph.output(graph.addInput({width}, std::span(kData).first(static_cast<std::size_t>(width))));
}

/// The error of adding a node; empty if it was added.
std::string refusal(Graph& graph, std::string_view op, const std::vector<ValueId>& arguments,
                    Attributes attributes = {}, std::int32_t payload = 0) {
    const auto node = graph.add(*findOp(op), arguments, attributes, payload);
    return node ? "" : node.error().message;
}

SignatureId signatureOf(Graph& graph, std::string_view op, const std::vector<ValueId>& arguments,
                        Attributes attributes = {}, std::int32_t payload = 0) {
    return graph.node(graph.add(*findOp(op), arguments, attributes, payload).value()).signature;
}

}  // namespace

class GraphTest : public QObject {
    Q_OBJECT

private slots:
    void wrongNodesAreNamed();
    void originOfAWrongNodeIsNamed();
    void wrongExpressionsAreNamed();
    void tablesAreOnlyLookedUp();
    void firstErrorIsKept();
    void differentNodesHaveDifferentSignatures();
    void equalNodesShareASignature();
    void cellsRefuseWrongBodies();
    void callsAreChecked();
    void inliningKeepsValuesAndGradients();
    void clearKeepsSignaturesAndCells();
    void graphsHaveText();
};

void GraphTest::wrongNodesAreNamed() {
    Graph graph;
    const ValueId x = input(graph, 3);
    const ValueId y = input(graph, 2);
    const ValueId weight = graph.parameter(ParameterId(0), {2, 4});
    const ValueId table = graph.parameter(ParameterId(1), {5, 2});
    const auto expect = [&graph](const std::string& message, std::string_view start) {
        QVERIFY2(message.starts_with(start), message.c_str());
        QCOMPARE(graph.numNodes(), std::size_t{2});
    };
    expect(refusal(graph, "add", {x, y}), "add([3], [2]), node 2 of the graph: ");
    expect(refusal(graph, "add", {x}), "add([3]), node 2 of the graph: takes 2 arguments, got 1");
    expect(refusal(graph, "product", {x, weight}),
           "product([3], [2, 4]), node 2 of the graph: the weight must have 3 rows");
    expect(refusal(graph, "product", {y, x}),
           "product([2], [3]), node 2 of the graph: argument 2 must be a parameter");
    expect(refusal(graph, "tanh", {weight}),
           "tanh([2, 4]), node 2 of the graph: argument 1 must not be a parameter");
    expect(refusal(graph, "sum", {y, weight}, {.first = 2}),
           "sum([2], [2, 4]), node 2 of the graph: argument 2 must not be a parameter");
    for (const std::int32_t label : {-1, 3}) {
        expect(refusal(graph, "cross_entropy", {x}, {}, label),
               "cross_entropy([3]), node 2 of the graph: " + std::to_string(label) + " is outside 0 … 2");
    }
    expect(refusal(graph, "lookup", {table}, {}, 5),
           "lookup([5, 2]), node 2 of the graph: 5 is outside 0 … 4");
    for (const Attributes range :
         {Attributes{.first = 2, .second = 2}, Attributes{.first = -1, .second = 2},
          Attributes{.first = 0, .second = 0}, Attributes{.first = 1, .second = 0x7FFFFFFF}}) {
        expect(refusal(graph, "slice", {x}, range), "slice([3]), node 2 of the graph: the range");
    }
    expect(refusal(graph, "dropout", {x}, {.real = 1.0F}), "dropout([3]), node 2 of the graph: the rate");
    expect(refusal(graph, "concatenate", {}), "concatenate(), node 2 of the graph: ");
    expect(refusal(graph, "mean", {x, y}, {.first = 3}), "mean([3], [2]), node 2 of the graph: all items");
}

void GraphTest::originOfAWrongNodeIsNamed() {
    Graph graph;
    const ValueId x = input(graph, 3);
    graph.setOrigin({.example = 2, .part = 7});
    QCOMPARE(refusal(graph, "cross_entropy", {x}, {}, 3),
             std::string("cross_entropy([3]), node 1 of the graph (example 2, part 7): 3 is outside 0 … 2"));
    graph.setOrigin({.example = 2});
    QCOMPARE(refusal(graph, "scale", {x}, {.real = std::numeric_limits<float>::infinity()}),
             std::string("scale([3]), node 1 of the graph (example 2): its constant is inf"));
}

void GraphTest::wrongExpressionsAreNamed() {
    ParameterStore store;
    const auto refused = [&store](const auto& build) {
        Graph graph;
        GraphBuilder g(graph, store);
        const bool isValid = build(g).isValid();
        const Result<void> finished = g.finish();
        return finished || isValid ? std::string("accepted") : finished.error().message;
    };
    QCOMPARE(refused([](GraphBuilder& g) { return g.input({3}, std::span(kData).first(2)); }),
             std::string("input([3]), node 0 of the graph: got 2 numbers"));
    QCOMPARE(refused([](GraphBuilder& g) { return g.input({0}, {}); }),
             std::string("input([0]), node 0 of the graph: got 0 numbers"));
    QCOMPARE(refused([](GraphBuilder& g) { return g.parameter(ParameterId(3)); }),
             std::string("parameter, node 0 of the graph: the store has no such parameter"));
    QCOMPARE(refused([](GraphBuilder& g) { return g.lookup(ParameterId()); }),
             std::string("parameter, node 0 of the graph: the store has no such parameter"));
    Graph other;
    GraphBuilder stranger(other, store);
    const Expr x = stranger.input({2}, std::span(kData).first(2));
    QCOMPARE(refused([x](GraphBuilder& g) { return g.input({2}, std::span(kData).first(2)) + x; }),
             std::string("add, node 1 of the graph: argument 2 belongs to another graph"));
    // Two builders of one graph may share their values.
    GraphBuilder second(other, store);
    QVERIFY((second.input({2}, std::span(kData).first(2)) + x).isValid());
}

void GraphTest::tablesAreOnlyLookedUp() {
    ParameterStore store;
    const ParameterId table = store.add("words", {4, 3}, {}, 1, ParameterKind::kTable);
    const ParameterId dense = store.add("weight", {3, 3}, {}, 1);
    Graph graph;
    GraphBuilder g(graph, store);
    const Expr row = g.lookup(table, 2);
    QVERIFY(product(row, g.parameter(dense)).isValid());
    QVERIFY(!GraphBuilder(graph, store).lookup(dense, 0).isValid());
    QVERIFY(!product(row, g.parameter(table)).isValid());
    QCOMPARE(g.finish().error().message,
             std::string(
                 "product, node 2 of the graph: parameter 'words' is a table, and only lookup reads those"));
}

void GraphTest::firstErrorIsKept() {
    ParameterStore store;
    Graph graph;
    GraphBuilder g(graph, store);
    const Expr x = g.input({3}, std::span(kData).first(3));
    const Expr wrong = slice(x, 2, 5);
    QVERIFY(!wrong.isValid());
    const std::size_t nodes = graph.numNodes();
    QVERIFY(!tanh(wrong + x).isValid());
    QVERIFY(!(x + tanh(wrong)).isValid());
    QVERIFY(!sum(g, std::array{x, wrong}, 3).isValid());
    QVERIFY(!concatenate({x, wrong}).isValid());
    QVERIFY(!treeLstmGates(wrong, x, x).h.isValid());
    QCOMPARE(graph.numNodes(), nodes);
    QVERIFY(!dropout(x, 1.0F, 0).isValid());
    QVERIFY(tanh(x).isValid());
    const Result<void> finished = g.finish();
    QVERIFY(!finished.has_value());
    QVERIFY2(finished.error().message.starts_with("slice([3]), node 1 "), finished.error().message.c_str());
}

void GraphTest::differentNodesHaveDifferentSignatures() {
    Graph graph;
    const ValueId x = input(graph, 4);
    const ValueId y = input(graph, 2);
    const ValueId tables[] = {graph.parameter(ParameterId(0), {4, 4}),
                              graph.parameter(ParameterId(1), {4, 4})};
    const std::vector<SignatureId> all{
        signatureOf(graph, "scale", {x}, {.real = 2.0F}),
        signatureOf(graph, "scale", {x}, {.real = 3.0F}),
        signatureOf(graph, "slice", {x}, {.first = 0, .second = 2}),
        signatureOf(graph, "slice", {x}, {.first = 1, .second = 2}),
        signatureOf(graph, "slice", {x}, {.first = 1, .second = 3}),
        signatureOf(graph, "concatenate", {x, y}),
        signatureOf(graph, "concatenate", {y, x}),
        signatureOf(graph, "concatenate", {y, y, y}),
        signatureOf(graph, "lookup", {tables[0]}),
        signatureOf(graph, "lookup", {tables[1]}),
        signatureOf(graph, "product", {x, tables[0]}),
        signatureOf(graph, "product", {x, tables[1]}),
        signatureOf(graph, "dropout", {x}, {.real = 0.25F}),
        signatureOf(graph, "dropout", {x}, {.real = 0.5F}),
        signatureOf(graph, "softmax", {x}),
        signatureOf(graph, "log_softmax", {x}),
        signatureOf(graph, "tanh", {x}),
        signatureOf(graph, "tanh", {y}),
        signatureOf(graph, "cross_entropy", {x}),
        signatureOf(graph, "cross_entropy", {y}),
        signatureOf(graph, "sum", {x}, {.first = 4}),
        signatureOf(graph, "sum", {y}, {.first = 2}),
        signatureOf(graph, "mean", {x}, {.first = 4}),
        graph.node(graph.value(x).producer).signature,
        graph.node(graph.value(y).producer).signature,
    };
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (std::size_t k = 0; k < i; ++k) {
            const std::string pair =
                toText(*graph.signatures(), all[i]) + " and " + toText(*graph.signatures(), all[k]);
            QVERIFY2(all[i] != all[k], pair.c_str());
        }
    }
}

void GraphTest::equalNodesShareASignature() {
    Graph graph;
    const ValueId x = input(graph, 4);
    const ValueId y = input(graph, 4);
    const ValueId table = graph.parameter(ParameterId(0), {4, 4});
    const Attributes width{.first = 4};
    QVERIFY(graph.parameter(ParameterId(0), {4, 4}) == table);
    QVERIFY(signatureOf(graph, "sum", {}, width) == signatureOf(graph, "sum", {x, y, x}, width));
    QVERIFY(signatureOf(graph, "lookup", {table}, {}, 1) == signatureOf(graph, "lookup", {table}, {}, 3));
    QVERIFY(signatureOf(graph, "cross_entropy", {x}, {}, 0) ==
            signatureOf(graph, "cross_entropy", {y}, {}, 3));
    QVERIFY(signatureOf(graph, "dropout", {x}, {.real = 0.5F}, 1) ==
            signatureOf(graph, "dropout", {y}, {.real = 0.5F}, 2));
    Graph other(graph.signatures());
    QVERIFY(signatureOf(graph, "tanh", {x}) == signatureOf(other, "tanh", {input(other, 4)}));
}

void GraphTest::cellsRefuseWrongBodies() {
    const auto refused = [](Graph body, std::vector<ValueId> outputs) {
        const auto cell = Cell::make("odd", std::move(body), std::move(outputs));
        return cell ? std::string() : cell.error().message;
    };
    Graph body;
    const ValueId x = body.formal({2});
    const ValueId y = body.output(body.add(*findOp("tanh"), std::array{x}).value());
    QCOMPARE(refused(body, {y}), std::string());
    QCOMPARE(refused(body, {y, y}), std::string("cell 'odd': an output is listed twice"));
    QVERIFY(refused(body, {x}).find("must be made by a node of its body") != std::string::npos);
    QVERIFY(refused(body, {ValueId(99)}).find("must be made by a node of its body") != std::string::npos);

    Graph withInput = body;
    input(withInput, 2);
    QVERIFY(refused(withInput, {y}).find("can't contain 'input'") != std::string::npos);

    Graph outer(body.signatures());
    const auto inner = Cell::make("inner", body, {y}).value();
    const NodeId call = outer.call(inner, std::array{outer.formal({2})}).value();
    QVERIFY(refused(outer, {outer.output(call)}).find("can't contain 'inner'") != std::string::npos);
}

void GraphTest::callsAreChecked() {
    Graph body;
    const ValueId table = body.parameter(ParameterId(0), {5, 2});
    const ValueId row = body.output(body.add(*findOp("lookup"), std::array{table}).value());
    const ValueId sum = body.output(body.add(*findOp("add"), std::array{row, body.formal({2})}).value());
    const auto cell = Cell::make("word", body, {sum}).value();

    Graph graph(body.signatures());
    const ValueId x = input(graph, 2);
    const ValueId wide = input(graph, 3);
    const auto refused = [&](const std::vector<ValueId>& arguments,
                             const std::vector<std::int32_t>& payloads) {
        const auto node = graph.call(cell, arguments, payloads);
        return node ? std::string() : node.error().message;
    };
    const std::string takes = ", node 2 of the graph: the cell takes ([2]) and 1 payloads";
    QCOMPARE(refused({wide}, {0}), "word([3])" + takes);
    QCOMPARE(refused({x, x}, {0}), "word([2], [2])" + takes);
    QCOMPARE(refused({x}, {}), "word([2])" + takes);
    for (const std::int32_t payload : {-1, 5}) {
        QCOMPARE(refused({x}, {payload}), "word([2]), node 2 of the graph: " + std::to_string(payload) +
                                              " is outside 0 … 4 (payload 1, for its lookup)");
    }
    QCOMPARE(refused({x}, {4}), std::string());
    QCOMPARE(graph.numNodes(), std::size_t{3});
}

void GraphTest::inliningKeepsValuesAndGradients() {
    const SmallTreeModel model(4);
    const std::vector<BinaryTree> trees = randomTrees(5, 7, 3);
    const LossGraph cells = model.build(trees);
    const InlinedGraph inlined = inlineCells(cells.graph);
    QVERIFY(inlined.graph.cells().empty());
    for (const Node& node : inlined.graph.nodes()) {
        QVERIFY(opInfo(node.op).name.find("gates") == std::string_view::npos);
    }
    std::vector<ValueId> losses;
    for (const ValueId loss : cells.losses) {
        losses.push_back(inlined.map[loss.index()]);
    }
    const ReferenceResult a = runReference(cells.graph, model.parameters(), cells.losses, 1);
    const ReferenceResult b = runReference(inlined.graph, model.parameters(), losses, 1);
    const auto differ = [](const std::vector<double>& x, const std::vector<double>& y) {
        double largest = x.size() == y.size() ? 0.0 : 1.0;
        for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
            largest = std::max(largest, std::abs(x[i] - y[i]));
        }
        return largest > 1e-12;
    };
    for (std::size_t i = 0; i < cells.graph.numNodes(); ++i) {
        for (int k = 0; k < cells.graph.node(NodeId(i)).numOutputs; ++k) {
            const ValueId value = cells.graph.output(NodeId(i), k);
            const ValueId same = inlined.map[value.index()];
            QVERIFY(!differ(a.values[value.index()], b.values[same.index()]));
            QVERIFY(inlined.graph.node(inlined.graph.value(same).producer).origin ==
                    cells.graph.node(NodeId(i)).origin);
        }
    }
    for (std::size_t p = 0; p < a.parameterGradients.size(); ++p) {
        QVERIFY(std::ranges::any_of(a.parameterGradients[p], [](double g) { return g != 0; }));
        QVERIFY(!differ(a.parameterGradients[p], b.parameterGradients[p]));
    }
}

void GraphTest::clearKeepsSignaturesAndCells() {
    const SmallTreeModel model(4);
    LossGraph built = model.build(randomTrees(3, 6, 8));
    built.graph.clear();
    built.losses.clear();
    QCOMPARE(built.graph.numNodes(), std::size_t{0});
    QCOMPARE(built.graph.numValues(), std::size_t{0});
    const std::vector<BinaryTree> trees = randomTrees(4, 6, 9);
    const LossGraph fresh = model.build(trees);
    model.add(built, trees);
    QCOMPARE(toText(built.graph), toText(fresh.graph));
    QVERIFY(built.losses == fresh.losses);
    for (std::size_t i = 0; i < fresh.graph.numNodes(); ++i) {
        QVERIFY(built.graph.node(NodeId(i)).signature == fresh.graph.node(NodeId(i)).signature);
    }
    QCOMPARE(runReference(built.graph, model.parameters(), built.losses, 1).loss,
             runReference(fresh.graph, model.parameters(), fresh.losses, 1).loss);
}

void GraphTest::graphsHaveText() {
    ParameterStore store;
    const ParameterId weight = store.add("w", {6, 8}, {}, 1);
    const ParameterId bias = store.add("b", {8}, {}, 1);
    Graph graph;
    GraphBuilder g(graph, store);
    const Expr x = g.formal({6});
    const Expr gates = affine(x, g.parameter(weight), g.parameter(bias));
    const LstmState state = treeLstmLeafGates(gates);
    const Expr part = slice(0.5F * state.c, 1, 2);
    concatenate({state.h, part});
    QVERIFY(g.finish().has_value());
    QCOMPARE(toText(graph), std::string("0: affine(x0, W0, W1) [8]\n"
                                        "1: tree_lstm_leaf_gates(0) [4] [4]\n"
                                        "2: scale(1.1) [4] {0.5, 0, 0}\n"
                                        "3: slice(2) [2] {0, 1, 2}\n"
                                        "4: concatenate(1.0, 3) [6]\n"));
    QCOMPARE(toText(*graph.signatures(), graph.node(NodeId(0)).signature),
             std::string("affine [6] [8] W0 W1"));
}

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::GraphTest)
#include "graph_test.moc"
