// SPDX-License-Identifier: GPL-3.0-or-later
// Minibatches put together from kept graphs and built ahead are those that are built anew.
#include "engine/graph/graph_text.h"
#include "engine/train/minibatch_queue.h"
#include "tests/support/example_data.h"

#include <QTest>

#include <array>
#include <stdexcept>
#include <vector>

namespace loomscope {

namespace {

constexpr std::array<std::int64_t, 4> kIndices{3, 0, 2, 1};

std::shared_ptr<const Dataset> trees() {
    return treeDataset(
        {"(1 (0 a) (2 b))", "(2 (2 (1 b) (0 a)) (1 c))", "(0 a)", "(1 (1 c) (2 (0 a) (1 b)))"});
}

std::unique_ptr<Model> treeLstm(const Dataset& data) {
    return std::move(
        makeModel("tree-lstm", {{"hidden", 3}, {"embed", 2}, {"dropout", 0.5}}, data, 1).value());
}

MinibatchBuilder builderOf(const Model& model, Granularity granularity,
                           std::int64_t byteLimit = MinibatchBuilder::kByteLimit) {
    return std::move(MinibatchBuilder::make(model, "depth", granularity, byteLimit).value());
}

bool areSame(const Minibatch& a, const Minibatch& b) {
    bool isSame = a.examples.size() == b.examples.size() && a.losses == b.losses &&
                  a.schedule == b.schedule && toText(a.graph) == toText(b.graph);
    for (std::size_t i = 0; isSame && i < a.examples.size(); ++i) {
        const BuiltExample& x = a.examples[i];
        const BuiltExample& y = b.examples[i];
        isSame = x.index == y.index && x.example->id == y.example->id && x.output.loss == y.output.loss &&
                 x.output.predictions.size() == y.output.predictions.size();
        for (std::size_t p = 0; isSame && p < x.output.predictions.size(); ++p) {
            isSame = x.output.predictions[p].output == y.output.predictions[p].output;
        }
    }
    for (std::size_t node = 0; isSame && node < a.graph.numNodes(); ++node) {
        isSame = a.graph.node(NodeId(node)).origin == b.graph.node(NodeId(node)).origin;
    }
    return isSame;
}

/// Data that breaks when one of its examples is asked for.
class BrokenDataset final : public Dataset {
public:
    explicit BrokenDataset(std::shared_ptr<const Dataset> data) : data_(std::move(data)) {}
    [[nodiscard]] std::int64_t size() const override { return data_->size(); }
    [[nodiscard]] std::shared_ptr<const Example> at(std::int64_t index) const override {
        return index == 2 ? throw std::runtime_error("broken") : data_->at(index);
    }
    [[nodiscard]] const DatasetInfo& info() const override { return data_->info(); }

private:
    std::shared_ptr<const Dataset> data_;
};

}  // namespace

class MinibatchTest : public QObject {
    Q_OBJECT

private slots:
    void keptGraphsAreThoseBuiltAnew() {
        const auto data = trees();
        const auto model = treeLstm(*data);
        for (const Granularity granularity : {Granularity::kCell, Granularity::kOp}) {
            for (const BuildMode mode : {BuildMode::kTrain, BuildMode::kEvaluate}) {
                Minibatch anew;
                builderOf(*model, granularity, 0).build(*data, kIndices, mode, anew);
                MinibatchBuilder keeping = builderOf(*model, granularity);
                Minibatch kept;
                for (int i = 0; i < 3; ++i) {
                    keeping.build(*data, kIndices, mode, kept);
                    QVERIFY(areSame(anew, kept));
                }
                QVERIFY(anew.graph.node(NodeId(0)).origin.example == 0);
            }
        }
    }

    void limitOfBytesIsKept() {
        const auto data = trees();
        const auto model = treeLstm(*data);
        ExampleGraphs all(*model, Granularity::kCell, 1 << 20);
        for (const std::int64_t index : kIndices) {
            QVERIFY(all.get(*data, index, BuildMode::kTrain).has_value());
        }
        const std::int64_t limit = all.bytes() / 2;
        QVERIFY(limit > 0);
        ExampleGraphs some(*model, Granularity::kCell, limit);
        for (int i = 0; i < 2; ++i) {
            for (const std::int64_t index : kIndices) {
                const BuiltGraph* graph = some.get(*data, index, BuildMode::kTrain).value();
                QCOMPARE(graph->example->id, data->at(index)->id);
            }
            QVERIFY(some.bytes() > 0 && some.bytes() <= limit);
        }
    }

    void aQueueGivesTheSameMinibatches() {
        const auto data = trees();
        const auto model = treeLstm(*data);
        for (const bool isAhead : {false, true}) {
            MinibatchBuilder builder = builderOf(*model, Granularity::kCell);
            MinibatchBuilder direct = builderOf(*model, Granularity::kCell);
            MinibatchQueue queue(builder, *data, BuildMode::kTrain, isAhead);
            queue.start(std::span(kIndices).first(1));
            for (std::size_t i = 1; i < 40; ++i) {
                Minibatch& taken = queue.take();
                queue.start(std::span(kIndices).subspan(i % 4));
                Minibatch expected;
                direct.build(*data,
                             i == 1 ? std::span(kIndices).first(1) : std::span(kIndices).subspan((i - 1) % 4),
                             BuildMode::kTrain, expected);
                QVERIFY(areSame(taken, expected));
            }
        }
    }

    void whatBuildingThrowsIsRethrown() {
        const auto good = trees();
        const auto model = treeLstm(*good);
        const BrokenDataset data(good);
        for (const bool isAhead : {false, true}) {
            MinibatchBuilder builder = builderOf(*model, Granularity::kCell);
            MinibatchQueue queue(builder, data, BuildMode::kTrain, isAhead);
            queue.start(kIndices);
            QVERIFY_THROWS_EXCEPTION(std::runtime_error, queue.take());
            queue.start(std::span(kIndices).first(2));
            QCOMPARE(queue.take().examples.size(), std::size_t{2});
            queue.start(kIndices);  // and ends while it is built
        }
    }
};

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::MinibatchTest)
#include "minibatch_test.moc"
