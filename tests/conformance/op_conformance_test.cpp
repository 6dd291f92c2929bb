// SPDX-License-Identifier: GPL-3.0-or-later
// Every op on the CPU against the double reference, value and gradient, for several layouts of a batch; and
// the reference's gradients against central differences.
#include "engine/base/rng.h"
#include "engine/exec/executor.h"
#include "engine/exec/gradient_check.h"
#include "engine/exec/reference_executor.h"
#include "engine/graph/selection_expr.h"
#include "engine/schedule/plan.h"
#include "tests/conformance/op_cases.h"

#include <QTest>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace loomscope;

namespace {

enum class Layout { kInOrder, kReversed, kRepeated };

constexpr int kRows = 37;

/// A graph with kRows nodes of one op whose row arguments come from tables, so that every gradient can be
/// read there.
class CaseGraph {
public:
    CaseGraph(const OpCase& test, Layout layout) : test_(test), layout_(layout), rng_(20240601) {
        const OpInfo& info = opInfo(*findOp(test.op));
        GraphBuilder g(graph, store);
        makeParameters(info);
        for (int row = 0; row < kRows; ++row) {
            addRow(g, info, row);
        }
        finished = g.finish();
    }

    ParameterStore store;
    Graph graph;
    std::vector<ValueId> losses;
    Result<void> finished;

private:
    void makeParameters(const OpInfo& info) {
        for (std::size_t i = 0; i < test_.arguments.size(); ++i) {
            const bool isParameter =
                info.arity == Arity::kFixed && info.arguments[i] == ArgumentKind::kParameter;
            const auto width = static_cast<std::int32_t>(test_.arguments[i].size());
            const Shape shape = isParameter ? test_.arguments[i] : Shape{kRows, width};
            const bool isTable = !isParameter || test_.op == "lookup";
            const ParameterId id = store.add(fmt::format("x{}", i), shape, {}, 1,
                                             isTable ? ParameterKind::kTable : ParameterKind::kDense);
            std::ranges::generate(store.values(id),
                                  [this] { return static_cast<float>(rng_.uniform(test_.low, test_.high)); });
            addToDiagonals(store.values(id), test_.arguments[i]);
            parameters_.push_back(id);
        }
    }

    void addToDiagonals(std::span<float> values, const Shape& shape) const {
        const auto size = static_cast<std::size_t>(shape.size());
        for (std::size_t i = 0; test_.diagonal != 0 && i < values.size(); ++i) {
            const bool isDiagonal = i % size % static_cast<std::size_t>(shape[1] + 1) == 0;
            values[i] += isDiagonal ? test_.diagonal : 0.0F;
        }
    }

    std::int32_t sourceRow(int row) const {
        switch (layout_) {
            case Layout::kInOrder:
                return row;
            case Layout::kReversed:
                return kRows - 1 - row;
            case Layout::kRepeated:
                return row / 3;
        }
        return row;
    }

    /// The k-th argument of a row: from nodes that are made once, so that layouts differ in how rows are
    /// read.
    Expr argument(GraphBuilder& g, std::size_t i, int row) {
        auto& nodes = sources_[i];
        while (static_cast<int>(nodes.size()) < kRows) {
            nodes.push_back(source(g, i, static_cast<std::int32_t>(nodes.size())));
        }
        return nodes[static_cast<std::size_t>(sourceRow(row))];
    }

    /// Indices are data; all else comes from a table, as a vector or reshaped.
    Expr source(GraphBuilder& g, std::size_t i, std::int32_t row) {
        const Shape& shape = test_.arguments[i];
        if (test_.indices == i) {
            std::vector<float> data(static_cast<std::size_t>(shape.size()));
            std::ranges::generate(data, [this] {
                return static_cast<float>(rng_.below(static_cast<std::uint64_t>(test_.indexLimit)));
            });
            return g.input(shape, data);
        }
        const Expr vector = g.lookup(parameters_[i], row);
        return shape.rank() == 1 ? vector : reshape(vector, shape);
    }

    void addRow(GraphBuilder& g, const OpInfo& info, int row) {
        sources_.resize(std::max<std::size_t>(1, test_.arguments.size()));
        std::vector<Expr> arguments;
        if (info.arity == Arity::kList) {
            for (int item = 0; item < row % 4 + test_.fewestItems; ++item) {
                arguments.push_back(argument(g, 0, (row * 5 + item) % kRows));
            }
        } else {
            for (std::size_t i = 0; i < test_.arguments.size(); ++i) {
                const bool isParameter =
                    info.arity == Arity::kFixed && info.arguments[i] == ArgumentKind::kParameter;
                arguments.push_back(isParameter ? g.parameter(parameters_[i]) : argument(g, i, row));
            }
        }
        const auto payload =
            test_.payloadLimit > 0
                ? static_cast<std::int32_t>(rng_.below(static_cast<std::uint64_t>(test_.payloadLimit)))
                : 0;
        std::vector<Expr> outputs;
        if (info.payload == Payload::kFloats) {
            std::vector<float> data(static_cast<std::size_t>(test_.attributes.first));
            std::ranges::generate(data, [this] { return static_cast<float>(rng_.uniform(-1, 1)); });
            outputs = {g.input(Shape{test_.attributes.first}, data)};
        } else if (info.numOutputs > 1) {
            const NodeOutputs all = g.addAll(test_.op, arguments, test_.attributes);
            for (std::size_t k = 0; k < all.size(); ++k) {
                outputs.push_back(all[k]);
            }
        } else {
            outputs = {g.add(test_.op, arguments, test_.attributes, payload)};
        }
        for (std::size_t k = 0; k < outputs.size(); ++k) {
            addLoss(g, outputs[k], k);
        }
    }

    /// A random projection of an output to one number.
    void addLoss(GraphBuilder& g, Expr output, std::size_t k) {
        while (projections_.size() <= k) {
            const ParameterId id =
                store.add(fmt::format("w{}", projections_.size()), Shape{output.width(), 1}, {}, 7);
            std::ranges::generate(store.values(id),
                                  [this] { return static_cast<float>(rng_.uniform(-1, 1)); });
            projections_.push_back(id);
        }
        losses.push_back(product(output, g.parameter(projections_[k])).id);
    }

    const OpCase& test_;
    Layout layout_;
    Rng rng_;
    std::vector<ParameterId> parameters_;
    std::vector<ParameterId> projections_;
    std::vector<std::vector<Expr>> sources_;
};

/// |a − b| relative to the size of the whole vector: what rounding of float sums can do.
double relativeError(std::span<const float> values, const std::vector<double>& expected) {
    double scale = 1.0;
    for (const double number : expected) {
        scale = std::max(scale, std::abs(number));
    }
    double largest = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const double error = std::abs(values[i] - expected[i]) / scale;
        largest = std::isnan(error) ? std::numeric_limits<double>::infinity() : std::max(largest, error);
    }
    return largest;
}

}  // namespace

class OpConformanceTest : public QObject {
    Q_OBJECT

private slots:
    void everyOpHasACase() {
        for (int i = 0; i < numOps(); ++i) {
            const auto name = opInfo(static_cast<OpId>(i)).name;
            QVERIFY2(std::ranges::any_of(opCases(), [name](const OpCase& test) { return test.op == name; }),
                     fmt::format("op '{}' has no case in op_cases.cpp", name).c_str());
        }
    }

    void cpuEqualsReference_data() { addCases(); }
    void cpuEqualsReference() {
        QFETCH(int, index);
        QFETCH(int, layout);
        QFETCH(int, threads);
        CaseGraph test(opCases()[static_cast<std::size_t>(index)], static_cast<Layout>(layout));
        QVERIFY2(test.finished.has_value(), test.finished ? "" : test.finished.error().text().c_str());
        const ReferenceResult expected = runReference(test.graph, test.store, test.losses, 99);

        const auto device = makeDevice("cpu", threads);
        Executor executor(**device);
        const Schedule schedule = plan(test.graph, **makePolicy("depth"));
        poisonArenas(executor, test, schedule);
        QVERIFY(executor.forward(test.graph, schedule, test.store, 99).has_value());
        executor.backward(test.losses, 1.0F, test.store);
        for (std::size_t i = 0; i < test.graph.numValues(); ++i) {
            if (!expected.values[i].empty()) {
                QVERIFY(relativeError(executor.value(ValueId(i)), expected.values[i]) < 2e-6);
            }
        }
        for (std::size_t i = 0; i < test.store.parameters().size(); ++i) {
            const double error =
                relativeError(test.store.gradient(ParameterId(i)), expected.parameterGradients[i]);
            QVERIFY2(error < 1e-5,
                     fmt::format("gradient of {}: {}", test.store.parameters()[i].name, error).c_str());
        }
    }

    void referenceEqualsDifferences_data() { addCases(); }
    void referenceEqualsDifferences() {
        QFETCH(int, index);
        QFETCH(int, layout);
        QFETCH(int, threads);
        const OpCase& test = opCases()[static_cast<std::size_t>(index)];
        if (threads > 1 || layout != 0 || test.high > 20 || !test.hasDerivative) {
            return;  // the reference knows no layouts, and saturated functions have no differences to measure
        }
        CaseGraph graph(test, Layout::kInOrder);
        const GradientCheck check = checkGradients(graph.graph, graph.store, graph.losses, 12, 5);
        QVERIFY2(check.largestError < 1e-6, fmt::format("{} at {}", check.largestError, check.where).c_str());
        QVERIFY(check.checked > 0);
    }

private:
    /// Leaves NaN in all of the executor's memory: what an earlier step left behind must not matter.
    static void poisonArenas(Executor& executor, const CaseGraph& test, const Schedule& schedule) {
        ParameterStore poison = test.store;
        std::ranges::fill(poison.values(), std::numeric_limits<float>::quiet_NaN());
        QVERIFY(executor.forward(test.graph, schedule, poison, 1).has_value());
        executor.backward(test.losses, 1.0F, poison);
    }

    static void addCases() {
        QTest::addColumn<int>("index");
        QTest::addColumn<int>("layout");
        QTest::addColumn<int>("threads");
        for (std::size_t i = 0; i < opCases().size(); ++i) {
            for (int layout = 0; layout < 3; ++layout) {
                for (const int threads : {1, 2}) {
                    QTest::newRow(
                        fmt::format("{} #{} layout {} threads {}", opCases()[i].op, i, layout, threads)
                            .c_str())
                        << static_cast<int>(i) << layout << threads;
                }
            }
        }
    }
};

QTEST_GUILESS_MAIN(OpConformanceTest)
#include "op_conformance_test.moc"
