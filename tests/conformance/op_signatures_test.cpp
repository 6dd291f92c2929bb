// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes that differ in an attribute never share a batch; nodes that differ in their payload do. Each pair was
// once merged, or run one by one, by an engine with automatic batching.
#include "engine/exec/executor.h"
#include "engine/exec/reference_executor.h"
#include "engine/graph/activation_expr.h"
#include "engine/graph/contraction_expr.h"
#include "engine/graph/graph_text.h"
#include "engine/graph/loss_expr.h"
#include "engine/graph/math_expr.h"
#include "engine/graph/reduction_expr.h"
#include "engine/graph/selection_expr.h"
#include "engine/graph/source_expr.h"
#include "engine/schedule/plan.h"

#include <QTest>
#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <map>
#include <set>

using namespace loomscope;

namespace {

constexpr std::int32_t kSide = 3;

/// Two row values of the same shape, and what tests make of them.
class PairGraph {
public:
    PairGraph() : builder(graph, store) {
        const ParameterId table =
            store.add("table", {2, kSide * kSide * kSide}, {}, 1, ParameterKind::kTable);
        const auto numbers = store.values(table);
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            numbers[i] = static_cast<float>((i * 29) % 37) / 10.0F - 1.5F;
        }
        for (std::int32_t row = 0; row < 2; ++row) {
            cubes[static_cast<std::size_t>(row)] = reshape(builder.lookup(table, row), {kSide, kSide, kSide});
        }
        for (const ParameterId id :
             {gain = store.add("gain", {kSide}, {}, 2), bias = store.add("bias", {kSide}, {}, 3)}) {
            std::ranges::fill(store.values(id), 0.5F);
        }
    }
    PairGraph(const PairGraph&) = delete;
    PairGraph& operator=(const PairGraph&) = delete;

    SignatureId signature(Expr x) const { return graph.node(graph.value(x.id).producer).signature; }

    ParameterStore store;
    Graph graph;
    GraphBuilder builder;
    std::array<Expr, 2> cubes;
    ParameterId gain;
    ParameterId bias;
};

/// Runs the graph by every policy and compares all values and gradients with the reference.
void compareWithReference(PairGraph& pair, std::span<const Expr> nodes) {
    std::vector<ValueId> losses;
    for (const Expr& node : nodes) {
        losses.push_back(reduceSum(node * node).id);
    }
    QVERIFY2(pair.builder.finish().has_value(), "the graph has an error");
    const ReferenceResult reference = runReference(pair.graph, pair.store, losses, 0);
    for (const std::string_view policy : {"none", "depth", "agenda"}) {
        const auto device = makeDevice("cpu", 1);
        Executor executor(**device);
        pair.store.clearGradients();
        QVERIFY(
            executor.forward(pair.graph, plan(pair.graph, **makePolicy(policy)), pair.store, 0).has_value());
        executor.backward(losses, 1.0F, pair.store);
        for (const Expr& node : nodes) {
            const auto value = executor.value(node.id);
            for (std::size_t i = 0; i < value.size(); ++i) {
                QVERIFY(std::abs(value[i] - reference.values[node.id.index()][i]) < 1e-5);
            }
        }
        for (std::size_t p = 0; p < pair.store.parameters().size(); ++p) {
            const auto gradient = pair.store.gradient(ParameterId(p));
            for (std::size_t i = 0; i < gradient.size(); ++i) {
                const double exact = reference.parameterGradients[p][i];
                QVERIFY(std::abs(gradient[i] - exact) < 1e-4 * std::max(1.0, std::abs(exact)));
            }
        }
    }
}

using Make = std::function<Expr(PairGraph&, Expr, int)>;

/// For each op, nodes of one shape that differ in variant 0, 1, … alone: so many, and how to make them.
using Variants = std::map<std::string, std::pair<int, Make>>;

const Variants& elementwiseVariants() {
    static const Variants kVariants{
        {"activation",
         {6,
          [](PairGraph&, Expr x, int v) {
              return v == 0   ? relu(x)
                     : v == 1 ? elu(x, 1.0F)
                     : v == 2 ? elu(x, 0.25F)
                     : v == 3 ? selu(x)
                     : v == 4 ? silu(x, 1.0F)
                              : silu(x, 0.5F);
          }}},
        {"constant", {3, [](PairGraph&, Expr x, int v) { return static_cast<float>(v) - x; }}},
        {"exponent", {3, [](PairGraph&, Expr x, int v) { return pow(x, static_cast<float>(v + 1)); }}},
        {"broadcast axis",
         {3,
          [](PairGraph&, Expr x, int v) {
              return broadcast(reduceSum(x, 2), {kSide, kSide, v + 1});
          }}},
    };
    return kVariants;
}

const Variants& rowwiseVariants() {
    static const Variants kVariants{
        {"softmax axis", {3, [](PairGraph&, Expr x, int v) { return softmax(x, v); }}},
        {"log_softmax axis", {3, [](PairGraph&, Expr x, int v) { return logSoftmax(x, v); }}},
        {"sparsemax axis", {3, [](PairGraph&, Expr x, int v) { return sparsemax(x, v); }}},
        {"transpose order",
         {3,
          [](PairGraph&, Expr x, int v) {
              return v == 0   ? transpose(x, {1, 0, 2})
                     : v == 1 ? transpose(x, {2, 1, 0})
                              : transpose(x, {1, 2, 0});
          }}},
        {"concatenate axis",
         {3,
          [](PairGraph&, Expr x, int v) {
              return concatenate({x, x}, v);
          }}},
        {"strided_select axis", {3, [](PairGraph&, Expr x, int v) { return pickRange(x, 1, 2, v); }}},
        {"strided_select first", {2, [](PairGraph&, Expr x, int v) { return pickRange(x, v, 2); }}},
        {"strided_select stride",
         {2, [](PairGraph&, Expr x, int v) { return stridedSelect(x, 0, 2, v + 1); }}},
        {"pick axis", {3, [](PairGraph&, Expr x, int v) { return pick(x, 1, v); }}},
        {"select axis",
         {3,
          [](PairGraph&, Expr x, int v) {
              return select(x, std::array<std::int32_t, 2>{2, 0}, v);
          }}},
        {"reduce_sum axis", {3, [](PairGraph&, Expr x, int v) { return reduceSum(x, v); }}},
        {"reduce_moment order", {3, [](PairGraph&, Expr x, int v) { return reduceMoment(x, v + 1); }}},
        {"cumulative_sum axis", {3, [](PairGraph&, Expr x, int v) { return cumulativeSum(x, v); }}},
        {"hinge margin",
         {3, [](PairGraph&, Expr x, int v) { return hinge(x, 4, 0.5F * static_cast<float>(v)); }}},
        {"huber_distance threshold",
         {2, [](PairGraph& pair, Expr x,
                int v) { return huberDistance(x, pair.cubes[1], v == 0 ? 0.25F : 1.0F); }}},
        {"layer_norm epsilon",
         {2,
          [](PairGraph& pair, Expr x, int v) {
              return layerNorm(x, pair.builder.parameter(pair.gain), pair.builder.parameter(pair.bias),
                               v == 0 ? 1e-5F : 0.5F);
          }}},
        {"layer_norm parameters",
         {2,
          [](PairGraph& pair, Expr x, int v) {
              const Expr gain = pair.builder.parameter(pair.gain);
              const Expr bias = pair.builder.parameter(pair.bias);
              return v == 0 ? layerNorm(x, gain, bias) : layerNorm(x, bias, gain);
          }}},
    };
    return kVariants;
}

Variants attributeVariants() {
    Variants all = elementwiseVariants();
    all.insert(rowwiseVariants().begin(), rowwiseVariants().end());
    return all;
}

/// Nodes that differ in variant 0, 1, 2 and may all share a batch.
const std::map<std::string, Make>& payloadVariants() {
    static const std::map<std::string, Make> kVariants{
        {"gaussian_noise stream", [](PairGraph&, Expr x, int v) { return gaussianNoise(x, 0.5F, v); }},
        {"line_dropout stream", [](PairGraph&, Expr x, int v) { return lineDropout(x, 0.5F, v, 1); }},
        {"one_hot index", [](PairGraph&, Expr x, int v) { return oneHot(*x.builder, 3, v); }},
        {"random_normal stream",
         [](PairGraph&, Expr x, int v) { return randomNormal(*x.builder, x.shape(), v); }},
        {"pick index", [](PairGraph&, Expr x, int v) { return pick(x, v, 1); }},
        {"hinge label", [](PairGraph&, Expr x, int v) { return hinge(x, v); }},
        {"poisson_loss count", [](PairGraph&, Expr x, int v) { return poissonLoss(reduceMean(x), v); }},
        {"select indices",
         [](PairGraph&, Expr x, int v) {
             return select(x, std::array<std::int32_t, 2>{v, 2 - v}, 1);
         }},
        {"hinge_axis labels",
         [](PairGraph&, Expr x, int v) {
             return hingeAxis(reshape(x, {9, 3}), std::array<std::int32_t, 3>{v, 1, 8 - v});
         }},
        {"list_max length",
         [](PairGraph& pair, Expr x, int v) {
             const std::vector<Expr> items(static_cast<std::size_t>(v) + 1, x);
             return maxOf(pair.builder, items);
         }},
    };
    return kVariants;
}

}  // namespace

class OpSignaturesTest : public QObject {
    Q_OBJECT

private slots:
    void attributesSeparate_data() { addNames(attributeVariants()); }
    void attributesSeparate();
    void payloadsDoNot_data() { addNames(payloadVariants()); }
    void payloadsDoNot();
    void wrongAttributesAreRefused();

private:
    template <class Named>
    static void addNames(const Named& variants) {
        QTest::addColumn<QString>("name");
        for (const auto& [name, make] : variants) {
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
        }
    }
};

void OpSignaturesTest::attributesSeparate() {
    QFETCH(QString, name);
    const auto [variants, make] = attributeVariants().at(name.toStdString());
    PairGraph pair;
    std::vector<Expr> nodes;
    std::set<std::uint32_t> signatures;
    for (int variant = 0; variant < variants; ++variant) {
        for (const Expr& cube : pair.cubes) {
            nodes.push_back(make(pair, cube, variant));
            signatures.insert(pair.signature(nodes.back()).index());
        }
    }
    QCOMPARE(signatures.size(), static_cast<std::size_t>(variants));
    compareWithReference(pair, nodes);
}

void OpSignaturesTest::payloadsDoNot() {
    QFETCH(QString, name);
    const Make& make = payloadVariants().at(name.toStdString());
    PairGraph pair;
    std::vector<Expr> nodes;
    for (int variant = 0; variant < 3; ++variant) {
        nodes.push_back(make(pair, pair.cubes[static_cast<std::size_t>(variant % 2)], variant));
        QCOMPARE(pair.signature(nodes.back()), pair.signature(nodes.front()));
    }
    compareWithReference(pair, nodes);
}

void OpSignaturesTest::wrongAttributesAreRefused() {
    const auto message = [](const auto& make) {
        PairGraph pair;
        const Expr made = make(pair.cubes[0]);
        return made.isValid() ? "" : pair.builder.finish().error().message;
    };
    const std::vector<std::pair<std::string, std::string>> refusals{
        {message([](Expr x) { return softmax(x, 3); }),
         "softmax([3, 3, 3]), node 4 of the graph: axis 3 is outside 0 … 2"},
        {message([](Expr x) { return reduceMean(x, -2); }),
         "reduce_mean([3, 3, 3]), node 4 of the graph: axis -2 is outside 0 … 2"},
        {message([](Expr x) { return reduceMoment(x, 0); }),
         "reduce_moment([3, 3, 3]), node 4 of the graph: the order of a moment must be at least 1"},
        {message([](Expr x) {
             return transpose(x, {0, 1, 1});
         }),
         "transpose([3, 3, 3]), node 4 of the graph: (0, 1, 1, 0) is no order of 3 axes"},
        {message([](Expr x) {
             return reshape(x, {5, 5});
         }),
         "reshape([3, 3, 3]), node 4 of the graph: 27 elements can't have the shape [5, 5]"},
        {message([](Expr x) {
             return reshape(x, {-3, -9});
         }),
         "reshape([3, 3, 3]), node 4 of the graph: the extents must be positive"},
        {message([](Expr x) { return stridedSelect(x, 0, 2, 3); }),
         "strided_select([3, 3, 3]), node 4 of the graph: the range must lie inside the axis"},
        {message([](Expr x) {
             return concatenate({x, pick(x)});
         }),
         "concatenate([3, 3, 3], [3, 3]), node 5 of the graph: all extents but that of the axis must be "
         "equal"},
        {message([](Expr x) { return matrixProduct(x, x); }),
         "matrix_product([3, 3, 3], [3, 3, 3]), node 4 of the graph: the second must have as many rows as "
         "the first has columns"},
        {message([](Expr x) {
             return x / reshape(x, {9, 3});
         }),
         "divide([3, 3, 3], [9, 3]), node 5 of the graph: the arguments must have one shape"},
        {message([](Expr x) {
             return broadcast(x, {3, 3});
         }),
         "broadcast([3, 3, 3]), node 4 of the graph: the extents must be 1 or those of [3, 3], from the "
         "first on"},
        {message([](Expr x) { return inverse(x); }),
         "inverse([3, 3, 3]), node 4 of the graph: the argument must be a square matrix of at most 128 rows"},
        {message([](Expr x) { return huberDistance(x, x, 0); }),
         "huber_distance([3, 3, 3], [3, 3, 3]), node 4 of the graph: the threshold must be positive"},
        {message([](Expr x) { return poissonLoss(pick(pick(pick(x))), -1); }),
         "poisson_loss([1]), node 7 of the graph: -1 is outside 0 … 2147483646"},
        {message([](Expr x) { return maxOf(*x.builder, {}); }),
         "list_max(), node 4 of the graph: the list must not be empty"},
    };
    for (const auto& [given, expected] : refusals) {
        QCOMPARE(QString::fromStdString(given), QString::fromStdString(expected));
    }
}

QTEST_GUILESS_MAIN(OpSignaturesTest)
#include "op_signatures_test.moc"
