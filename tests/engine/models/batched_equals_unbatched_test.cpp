// SPDX-License-Identifier: GPL-3.0-or-later
// Every model, policy and granularity against the double reference, which knows no batches.
#include "engine/exec/executor.h"
#include "engine/exec/gradient_check.h"
#include "engine/exec/reference_executor.h"
#include "engine/graph/cell.h"
#include "engine/models/model.h"
#include "engine/schedule/plan.h"
#include "engine/tensor/device.h"
#include "tests/support/example_data.h"

#include <QTest>

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

namespace loomscope {

namespace {

constexpr std::uint64_t kSeed = 11;

struct Case {
    std::string name;
    std::unique_ptr<Model> model;
    std::shared_ptr<const Dataset> data;
};

std::vector<Case> makeCases() {
    std::vector<Case> cases;
    const auto add = [&](std::string name, std::string_view model, const ModelOptions& options,
                         std::shared_ptr<const Dataset> data) {
        auto made = makeModel(model, options, *data, kSeed);
        if (!made) {
            throw std::runtime_error(made.error().text());
        }
        cases.push_back({std::move(name), std::move(*made), std::move(data)});
    };
    add("tree-lstm", "tree-lstm", {{"hidden", 6}, {"embed", 5}, {"dropout", 0.25}}, polarityTrees(6, 3));
    add("tree-lstm, odd trees", "tree-lstm", {{"hidden", 17}, {"embed", 3}, {"dropout", 0}},
        treeDataset({"(1 a)", "(1 (0 (2 a)))", "(1 (0 a) (- b) (2 c) (0 d))", "(2 (- a) (- a))"}));
    add("tree-lstm-child-sum", "tree-lstm-child-sum", {{"hidden", 6}, {"embed", 5}, {"dropout", 0.25}},
        polarityTrees(6, 3));
    add("tree-lstm-child-sum, odd trees", "tree-lstm-child-sum",
        {{"hidden", 17}, {"embed", 3}, {"dropout", 0}},
        treeDataset({"(1 a)", "(1 (0 (2 a)))", "(1 (0 a) (- b) (2 c) (0 d))", "(2 (- a) (- a))"}));
    add("dmpnn, regression", "dmpnn", {{"hidden", 6}, {"depth", 3}, {"dropout", 0.25}},
        smallMolecules(Task::kRegression, 2));
    add("dmpnn, one target, sum", "dmpnn", {{"hidden", 9}, {"depth", 1}, {"sum_readout", 1}},
        smallMolecules(Task::kRegression, 1));
    add("dmpnn, classification", "dmpnn", {{"hidden", 6}, {"depth", 4}},
        smallMolecules(Task::kClassification, 3));
    add("gcn, regression", "gcn", {{"hidden", 6}, {"depth", 3}, {"dropout", 0.25}},
        smallMolecules(Task::kRegression, 2));
    add("gcn, one layer, sum", "gcn", {{"hidden", 17}, {"depth", 1}, {"sum_readout", 1}},
        smallMolecules(Task::kClassification, 1));
    add("tree-fc", "tree-fc", {{"hidden", 6}, {"dropout", 0.25}}, polarityTrees(6, 4));
    add("tree-fc, odd trees, root", "tree-fc", {{"hidden", 17}, {"dropout", 0}, {"root_only", 1}},
        treeDataset({"(1 a)", "(1 (0 (2 a)))", "(1 (0 a) (- b) (2 c) (0 d))"}));
    add("fold-cell", "fold-cell", {{"hidden", 6}, {"dropout", 0.25}}, polarityTrees(6, 5));
    add("bilstm-tagger", "bilstm-tagger", {{"hidden", 5}, {"embed", 4}, {"dropout", 0.25}}, smallSequences());
    add("lattice-lstm", "lattice-lstm", {{"hidden", 5}, {"embed", 4}, {"dropout", 0.25}}, smallLattices());
    return cases;
}

struct Built {
    Graph graph;
    std::vector<ValueId> losses;
};

Built build(const Case& one, bool isInlined) {
    Graph graph(one.model->signatures());
    std::vector<ValueId> losses;
    for (std::int64_t i = 0; i < one.data->size(); ++i) {
        const auto output =
            one.model->build(graph, *one.data->at(i), BuildMode::kTrain, static_cast<std::int32_t>(i));
        if (!output) {
            throw std::runtime_error(output.error().text());
        }
        losses.push_back(output->loss);
    }
    if (!isInlined) {
        return {std::move(graph), std::move(losses)};
    }
    InlinedGraph inlined = inlineCells(graph);
    for (ValueId& loss : losses) {
        loss = inlined.map[loss.index()];
    }
    return {std::move(inlined.graph), std::move(losses)};
}

/// Largest difference of a gradient from the reference's, relative to the parameter's largest one.
double gradientError(const ParameterStore& parameters, const ReferenceResult& reference, double scale) {
    double largest = 0;
    for (std::size_t p = 0; p < parameters.parameters().size(); ++p) {
        const auto gradient = parameters.gradient(ParameterId(p));
        const auto& expected = reference.parameterGradients[p];
        double size = 1e-3;
        for (const double value : expected) {
            size = std::max(size, std::abs(scale * value));
        }
        for (std::size_t i = 0; i < gradient.size(); ++i) {
            const double wanted = expected.empty() ? 0.0 : scale * expected[i];
            largest = std::max(largest, std::abs(gradient[i] - wanted) / size);
        }
    }
    return largest;
}

}  // namespace

class BatchedEqualsUnbatchedTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { cases_ = makeCases(); }
    void lossesAndGradientsAgree_data();
    void lossesAndGradientsAgree();
    void granularitiesAgree();
    void gradientsAreDerivatives();

private:
    std::vector<Case> cases_;
};

void BatchedEqualsUnbatchedTest::lossesAndGradientsAgree_data() {
    QTest::addColumn<int>("index");
    QTest::addColumn<QString>("policy");
    QTest::addColumn<bool>("isInlined");
    for (std::size_t c = 0; c < cases_.size(); ++c) {
        for (const std::string_view policy : policyNames()) {
            for (const bool isInlined : {false, true}) {
                const std::string row =
                    cases_[c].name + ", " + std::string(policy) + (isInlined ? ", ops" : ", cells");
                QTest::newRow(row.c_str())
                    << static_cast<int>(c)
                    << QString::fromUtf8(policy.data(), static_cast<qsizetype>(policy.size())) << isInlined;
            }
        }
    }
}

void BatchedEqualsUnbatchedTest::lossesAndGradientsAgree() {
    QFETCH(const int, index);
    QFETCH(const QString, policy);
    QFETCH(const bool, isInlined);
    const Case& one = cases_[static_cast<std::size_t>(index)];
    const Built built = build(one, isInlined);
    constexpr float kScale = 0.5F;
    const ReferenceResult reference =
        runReference(built.graph, one.model->initialParameters(), built.losses, kSeed);
    const Schedule schedule = plan(built.graph, **makePolicy(policy.toStdString()));
    std::vector<float> first;
    for (const int threads : {1, 2}) {
        ParameterStore parameters = one.model->initialParameters();
        const auto device = makeDevice("cpu", threads);
        Executor executor(**device);
        QVERIFY(executor.forward(built.graph, schedule, parameters, kSeed).has_value());
        double loss = 0;
        for (const ValueId id : built.losses) {
            loss += executor.value(id)[0];
        }
        QVERIFY2(std::abs(loss - reference.loss) < 1e-4 * std::max(1.0, std::abs(reference.loss)),
                 qPrintable(QString("loss %1, reference %2").arg(loss).arg(reference.loss)));
        executor.backward(built.losses, kScale, parameters);
        const double error = gradientError(parameters, reference, kScale);
        QVERIFY2(error < 1e-3, qPrintable(QString("gradients differ by %1").arg(error)));
        const auto gradients = parameters.gradients();
        if (threads == 1) {
            first.assign(gradients.begin(), gradients.end());
        }
        QCOMPARE(std::memcmp(first.data(), gradients.data(), gradients.size_bytes()), 0);
    }
}

void BatchedEqualsUnbatchedTest::granularitiesAgree() {
    for (const Case& one : cases_) {
        const Built cells = build(one, false);
        const Built ops = build(one, true);
        const auto& parameters = one.model->initialParameters();
        const double a = runReference(cells.graph, parameters, cells.losses, kSeed).loss;
        const double b = runReference(ops.graph, parameters, ops.losses, kSeed).loss;
        QVERIFY2(std::abs(a - b) < 1e-9 * std::abs(a), one.name.c_str());
    }
}

void BatchedEqualsUnbatchedTest::gradientsAreDerivatives() {
    for (const Case& one : cases_) {
        const Built built = build(one, false);
        const GradientCheck check =
            checkGradients(built.graph, one.model->initialParameters(), built.losses, 6, kSeed);
        QVERIFY(check.checked > 20);
        QVERIFY2(check.largestError < 1e-5,
                 qPrintable(
                     QString::fromStdString(one.name + ": " + check.where + " %1").arg(check.largestError)));
    }
}

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::BatchedEqualsUnbatchedTest)
#include "batched_equals_unbatched_test.moc"
