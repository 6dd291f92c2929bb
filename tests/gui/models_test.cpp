// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/example_table_model.h"
#include "gui/models/policy_table_model.h"
#include "gui/models/run_table_model.h"

#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QTest>

#include <cmath>
#include <limits>

namespace loomscope {

namespace {

std::shared_ptr<const Dataset> molecules(int count) {
    std::vector<std::shared_ptr<const Example>> examples;
    for (int i = 0; i < count; ++i) {
        Molecule molecule;
        molecule.text = (i % 3 == 0 ? "CCO" : "c1ccccc1") + std::to_string(i);
        molecule.atoms.resize(static_cast<std::size_t>(1 + i % 7));
        Example example{.structure = molecule};
        example.targets = {i % 5 == 0 ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(i % 11)};
        examples.push_back(std::make_shared<const Example>(std::move(example)));
    }
    return makeDataset({.name = "m", .kind = StructureKind::kMolecule, .targetNames = {"logS"}},
                       std::move(examples));
}

RunSummary run(int id) {
    RunSummary summary;
    summary.id = RunId{id};
    summary.name = "run " + std::to_string(id);
    summary.started = "2026-12-01T02:55:4" + std::to_string(id) + ".123Z";
    summary.metrics = {{"dev_rmse", 1.0 / id}, {"dev_loss", 2.0}};
    return summary;
}

QString cell(const QAbstractItemModel& model, int row, int column) {
    return model.index(row, column).data().toString();
}

}  // namespace

class ModelsTest : public QObject {
    Q_OBJECT

private slots:
    void exampleTableKeepsTheRulesOfModels() {
        ExampleTableModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 0);
        const auto data = molecules(50);
        model.setDataset(data, makeExampleRows(*data));
        QCOMPARE(model.rowCount(), 50);
        QCOMPARE(model.columnCount(), 5);
        QCOMPARE(model.headerData(4, Qt::Horizontal, Qt::DisplayRole).toString(), QStringLiteral("logS"));
        model.setFilter(QStringLiteral("cco"));
        QCOMPARE(model.rowCount(), 17);
        model.sort(ExampleTableModel::kSize, Qt::DescendingOrder);
        QCOMPARE(cell(model, 0, ExampleTableModel::kSize), QStringLiteral("7"));
        model.setFilter({});
        QCOMPARE(model.rowCount(), 50);
        model.setDataset(nullptr, nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void sortingKeepsPersistentIndexes() {
        ExampleTableModel model;
        const auto data = molecules(20);
        model.setDataset(data, makeExampleRows(*data));
        const QPersistentModelIndex third = model.index(2, 0);
        model.sort(ExampleTableModel::kNumber, Qt::DescendingOrder);
        QCOMPARE(third.row(), 17);
        QCOMPARE(model.exampleAt(third.row()), 2);
        QCOMPARE(model.rowOf(2), 17);
    }

    void missingTargetsSortFirstAndShowADash() {
        ExampleTableModel model;
        const auto data = molecules(20);
        model.setDataset(data, makeExampleRows(*data));
        model.sort(ExampleTableModel::kFirstTarget, Qt::AscendingOrder);
        QCOMPARE(cell(model, 0, ExampleTableModel::kFirstTarget), QStringLiteral("–"));
        QCOMPARE(cell(model, 19, ExampleTableModel::kFirstTarget), QStringLiteral("9"));
    }

    void filtersAHundredThousandRowsQuickly() {
        ExampleTableModel model;
        const auto data = molecules(100'000);
        model.setDataset(data, makeExampleRows(*data));
        QElapsedTimer timer;
        timer.start();
        model.setFilter(QStringLiteral("cco 99"));
        QVERIFY(model.rowCount() > 0);
        QVERIFY2(timer.elapsed() < 400, qPrintable(QStringLiteral("%1 ms").arg(timer.elapsed())));
    }

    void policyTableEndsWithTheBound() {
        PolicyTableModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setFigures(
            {{QStringLiteral("none"), {.batches = 40}, 12}, {QStringLiteral("depth"), {.batches = 15}, 1500}},
            10);
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(cell(model, 1, PolicyTableModel::kRatio), QStringLiteral("1.50"));
        QCOMPARE(cell(model, 1, PolicyTableModel::kPlanTime), QStringLiteral("1.5 ms"));
        QCOMPARE(cell(model, 2, PolicyTableModel::kPolicy), QStringLiteral("lower bound"));
        QCOMPARE(cell(model, 2, PolicyTableModel::kBatches), QStringLiteral("10"));
        QCOMPARE(model.policyAt(2), QString());
        QCOMPARE(model.rowOf(QStringLiteral("depth")), 1);
    }

    void runTableShowsTheMainMetric() {
        RunTableModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setRuns({run(2), run(1)});
        QCOMPARE(cell(model, 0, RunTableModel::kDevMetric), QStringLiteral("RMSE 0.5"));
        QCOMPARE(cell(model, 0, RunTableModel::kTestMetric), QStringLiteral("–"));
        QVERIFY(model.runAt(1) == RunId{1});
        QCOMPARE(model.rowOf(RunId{1}), 1);
        model.setRuns({run(3), run(2), run(1)});
        QCOMPARE(model.rowCount(), 3);
    }
};

}  // namespace loomscope

QTEST_MAIN(loomscope::ModelsTest)
#include "models_test.moc"
