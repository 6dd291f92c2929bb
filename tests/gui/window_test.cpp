// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/policy_table_model.h"
#include "gui/models/run_table_model.h"
#include "gui/panels/graph/graph_panel.h"
#include "gui/panels/schedule/schedule_panel.h"
#include "gui/widgets/segmented_control.h"
#include "tests/gui/window_fixture.h"
#include "viz/chart/plot_view.h"
#include "viz/scene/graph_view.h"
#include "viz/scene/schedule_view.h"
#include "viz/scene/tree_view.h"

#include <QAccessible>
#include <QApplication>
#include <QDropEvent>
#include <QFile>
#include <QInputDialog>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QUrl>

#include <numeric>

namespace loomscope {

namespace {

constexpr int kPatienceMs = 60'000;

}  // namespace

class WindowTest : public QObject {
    Q_OBJECT

private slots:
    void firstStartShowsSampleData() {
        const Home home;
        OpenWindow first(home);
        first.window.openAtStart({});
        auto* const table = first.find<QTableView>("exampleTable");
        QTRY_VERIFY_WITH_TIMEOUT(table->model()->rowCount() > 10, kPatienceMs);
        QTRY_VERIFY(first.workbench.selection.example() == 0);
        QVERIFY(!first.find<QLabel>("dataTitle")->text().isEmpty());
        QVERIFY(!first.find<TreeView>("treeView")->picture().nodes.empty());
        QCOMPARE(first.window.panelIds().size(), 6);
    }

    void drawsTheGraphAtBothGranularities() {
        const Home home;
        OpenWindow open(home);
        QVERIFY(open.open(smallTrees()));
        open.makeDraftSmall(1);
        open.window.showPanel(QStringLiteral("graph"));
        auto* const view = open.find<GraphView>("graphView");
        auto* const panel = open.window.findChild<GraphPanel*>();
        QTRY_VERIFY_WITH_TIMEOUT(view->picture().graph && !panel->isBusy(), kPatienceMs);
        const std::size_t cells = view->picture().graph->nodes.size();
        QTest::mouseClick(
            open.find<SegmentedControl>("graphGranularity")->findChild<QPushButton*>(QStringLiteral("op")),
            Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(view->picture().graph->nodes.size() > cells && !panel->isBusy(),
                                 kPatienceMs);
        QCOMPARE(open.workbench.document.draft().engine.granularity, std::string("op"));

        const QString file = QString::fromStdString((home.folder.path() / "graph.svg").string());
        panel->exportTo(file);
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(file), kPatienceMs);
    }

    void plansTheScheduleAndSwitchesPolicies() {
        const Home home;
        OpenWindow open(home);
        QVERIFY(open.open(smallTrees()));
        open.makeDraftSmall(1);
        open.window.showPanel(QStringLiteral("schedule"));
        auto* const view = open.find<ScheduleView>("scheduleView");
        QTRY_VERIFY_WITH_TIMEOUT(view->chart().largest > 0, kPatienceMs);
        auto* const table = open.find<QTableView>("policyTable");
        const auto* const model = qobject_cast<PolicyTableModel*>(table->model());
        const int none = model->rowOf(QStringLiteral("none"));
        QVERIFY(none >= 0);
        QVERIFY(model->rowCount() > 4);
        const std::int64_t nodes = std::accumulate(view->chart().columnSizes.begin(),
                                                   view->chart().columnSizes.end(), std::int64_t{0});
        table->selectRow(none);
        QCOMPARE(open.workbench.document.draft().engine.policy, std::string("none"));
        QTRY_COMPARE(static_cast<std::int64_t>(view->chart().batches.size()), nodes);
        view->setSelectedBatch(0);
        QCOMPARE(open.workbench.selection.batch(), 0);
    }

    void trainsStopsAndFindsItsRunAgain() {
        const Home home;
        QString name;
        {
            OpenWindow open(home);
            QVERIFY(open.open(smallTrees()));
            open.makeDraftSmall(50);
            open.window.showPanel(QStringLiteral("train"));
            auto* const start = open.find<QPushButton>("trainStart");
            QTRY_VERIFY(start->isEnabled());
            QTest::mouseClick(start, Qt::LeftButton);
            QVERIFY(!start->isEnabled());
            const TrainingSession& training = open.workbench.training;
            QTRY_VERIFY_WITH_TIMEOUT(training.history().steps.size() >= 5, kPatienceMs);
            QTRY_VERIFY(open.find<PlotView>("lossPlot")->samples(QStringLiteral("step")).size() >= 5);

            QTest::mouseClick(open.find<QPushButton>("trainPause"), Qt::LeftButton);
            QCOMPARE(training.state(), TrainState::kPaused);
            QTest::mouseClick(open.find<QPushButton>("trainPause"), Qt::LeftButton);
            QCOMPARE(training.state(), TrainState::kRunning);
            QTest::mouseClick(open.find<QPushButton>("trainStop"), Qt::LeftButton);
            QTRY_VERIFY_WITH_TIMEOUT(!training.isActive(), kPatienceMs);
            QCOMPARE(training.history().ended->status, RunStatus::kStopped);
            QTRY_COMPARE_WITH_TIMEOUT(open.workbench.runs.runs().size(), std::size_t{1}, kPatienceMs);
            name = QString::fromStdString(open.workbench.runs.runs().front().name);
            open.window.close();
        }
        OpenWindow again(home);
        again.window.showPanel(QStringLiteral("runs"));
        auto* const table = again.find<QTableView>("runTable");
        QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 1, kPatienceMs);
        QCOMPARE(table->model()->index(0, RunTableModel::kName).data().toString(), name);
        QTRY_COMPARE(table->model()->index(0, RunTableModel::kStatus).data().toString(),
                     QStringLiteral("stopped"));
        QTRY_VERIFY(again.find<PlotView>("runLossPlot")->seriesNames().contains(name));

        // It is trained further: the same run, two epochs more.
        const RunSummary before = again.workbench.runs.runs().front();
        QTest::mouseClick(again.find<QToolButton>("runsResume"), Qt::LeftButton);
        QTRY_VERIFY(again.window.findChild<QInputDialog*>(QStringLiteral("resumeDialog")));
        auto* const dialog = again.find<QInputDialog>("resumeDialog");
        QVERIFY(dialog->intValue() >= before.epochs + 1);
        dialog->setIntValue(before.epochs + 2);
        dialog->accept();
        QTRY_VERIFY_WITH_TIMEOUT(again.workbench.training.history().ended, kPatienceMs);
        QVERIFY(again.workbench.training.history().started->resumedAt == before.steps);
        QTRY_COMPARE_WITH_TIMEOUT(table->model()->index(0, RunTableModel::kStatus).data().toString(),
                                  QStringLiteral("finished"), kPatienceMs);
        QCOMPARE(table->model()->rowCount(), 1);
        QCOMPARE(again.workbench.runs.runs().front().epochs, before.epochs + 2);
    }

    void aBadRecordIsReportedWithItsLine() {
        const Home home;
        const auto file =
            home.folder.write("trees.txt", "(3 (2 a) (2 b))\n(3 (2 a) (2 b)\n(1 (2 c) (2 d))\n");
        OpenWindow open(home);
        open.window.openPath(QString::fromStdString(file.string()));
        QTRY_VERIFY_WITH_TIMEOUT(open.noticeText().contains(QStringLiteral("line 2")), kPatienceMs);
        QVERIFY(QApplication::activeModalWidget() == nullptr);
        QCOMPARE(open.find<QTableView>("problemTable")->model()->rowCount(), 1);
    }

    void aMissingFileIsANoticeAndNothingIsLost() {
        const Home home;
        OpenWindow open(home);
        QVERIFY(open.open(smallTrees()));
        const auto before = open.workbench.document.data();
        open.window.openPath(QStringLiteral("/nowhere/at all.txt"));
        QTRY_VERIFY(open.noticeText().contains(QStringLiteral("at all.txt")));
        QVERIFY(QApplication::activeModalWidget() == nullptr);
        QCOMPARE(open.workbench.document.data(), before);
    }

    void aStoreThatCannotBeWrittenStopsNothingButTheRun() {
        const Home home;
        home.folder.write("runs.sqlite",
                          "this is no database, but a text that is long enough to be read as one");
        OpenWindow open(home);
        QVERIFY(open.open(smallTrees()));
        open.makeDraftSmall(1);
        open.workbench.training.start(open.workbench.document.draft());
        QTRY_VERIFY_WITH_TIMEOUT(!open.workbench.training.isActive(), kPatienceMs);
        QVERIFY(open.noticeText().contains(QStringLiteral("runs.sqlite")));
        QVERIFY(open.workbench.training.history().steps.empty());
    }

    void aRunThatFailsSaysWhere() {
        const Home home;
        OpenWindow open(home);
        QVERIFY(open.open(smallTrees()));
        open.makeDraftSmall(3);
        open.workbench.document.edit([](RunConfig& draft) {
            draft.optimiser = {.name = "sgd", .rate = 1000, .embeddingRate = 1000, .l2 = 1000, .clip = 0};
        });
        open.workbench.training.start(open.workbench.document.draft());
        QTRY_VERIFY_WITH_TIMEOUT(!open.workbench.training.isActive(), kPatienceMs);
        QCOMPARE(open.workbench.training.history().ended->status, RunStatus::kFailed);
        QVERIFY(open.noticeText().contains(QStringLiteral("The run failed")));
        const QString status = open.find<QLabel>("trainStatus")->text();
        QVERIFY2(status.contains(QStringLiteral("is not finite; it starts at ")), qPrintable(status));
    }

    void filesMayBeDroppedAnywhere() {
        const Home home;
        const auto file = home.folder.write("dropped.txt", "(3 (2 a) (2 b))\n");
        OpenWindow open(home);
        QMimeData mime;
        mime.setUrls({QUrl::fromLocalFile(QString::fromStdString(file.string()))});
        QWidget* const target = open.find<GraphView>("graphView")->viewport();
        QDragEnterEvent enter({5, 5}, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(target, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(5, 5), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(target, &drop);
        QTRY_VERIFY_WITH_TIMEOUT(open.workbench.document.data() != nullptr, kPatienceMs);
        QCOMPARE(open.find<QTableView>("exampleTable")->model()->rowCount(), 1);
        QCOMPARE(open.settings.recentPaths().front(), QString::fromStdString(file.string()));
    }

    void filteringKeepsTheCount() {
        const Home home;
        const auto file = home.folder.write("t.txt", "(3 (2 a) (2 b))\n(3 (2 c) (2 d))\n");
        OpenWindow open(home);
        QVERIFY(open.open(QString::fromStdString(file.string())));
        open.find<QLineEdit>("exampleFilter")->setText(QStringLiteral("D"));
        QTRY_COMPARE(open.find<QLabel>("exampleCount")->text(), QStringLiteral("1 of 2"));
    }

    void invalidNumbersKeepTheRunFromStarting() {
        const Home home;
        OpenWindow open(home);
        QVERIFY(open.open(smallTrees()));
        auto* const rate = open.find<QLineEdit>("trainRate");
        const double before = open.workbench.document.draft().optimiser.rate;
        rate->clear();
        QTest::keyClicks(rate, QStringLiteral("fast"));
        QVERIFY(!open.find<QPushButton>("trainStart")->isEnabled());
        QVERIFY(open.find<QLabel>("trainProblem")->text().contains(QStringLiteral("fast")));
        QCOMPARE(open.workbench.document.draft().optimiser.rate, before);
        rate->clear();
        QTest::keyClicks(rate, QStringLiteral("2e-2"));
        QVERIFY(open.find<QPushButton>("trainStart")->isEnabled());
        QCOMPARE(open.workbench.document.draft().optimiser.rate, 0.02);
    }

    void closingWhileTrainingAsksInTheWindow() {
        const Home home;
        OpenWindow open(home);
        QVERIFY(open.open(smallTrees()));
        open.makeDraftSmall(1000);
        open.workbench.training.start(open.workbench.document.draft());
        QTRY_VERIFY_WITH_TIMEOUT(open.workbench.training.state() == TrainState::kRunning, kPatienceMs);
        open.window.close();
        QVERIFY(open.window.isVisible());
        QTest::mouseClick(open.find<QPushButton>("noticeAction"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!open.window.isVisible(), kPatienceMs);
        QVERIFY(!open.workbench.training.isActive());
    }

    void everyFocusableWidgetHasAName() {
        const Home home;
        OpenWindow open(home);
        QVERIFY(open.open(smallTrees()));
        QStringList unnamed;
        for (const QWidget* const widget : open.window.findChildren<QWidget*>()) {
            const bool isInner = widget->window() != &open.window ||
                                 widget->objectName().startsWith(QLatin1String("qt_")) ||
                                 qobject_cast<QMainWindow*>(widget->parentWidget()) != nullptr;
            if (widget->focusPolicy() != Qt::NoFocus && !isInner && widget->focusProxy() == nullptr) {
                const QAccessibleInterface* const reader =
                    QAccessible::queryAccessibleInterface(const_cast<QWidget*>(widget));
                if (reader == nullptr || reader->text(QAccessible::Name).isEmpty()) {
                    unnamed << QLatin1String(widget->metaObject()->className()) + QLatin1Char(' ') +
                                   widget->objectName();
                }
            }
        }
        QVERIFY2(unnamed.isEmpty(), qPrintable(unnamed.join(QStringLiteral(", "))));
    }

    void layoutAndThemeComeBack() {
        const Home home;
        {
            OpenWindow open(home);
            open.window.actions().action(QStringLiteral("view.theme_2"))->trigger();
            open.window.panel(QStringLiteral("schedule"))->parentWidget()->hide();
            open.window.close();
        }
        OpenWindow again(home);
        QCOMPARE(again.settings.theme(), ThemeChoice::kDark);
        QVERIFY(again.window.panel(QStringLiteral("schedule"))->parentWidget()->isHidden());
        again.window.resetLayout();
        QVERIFY(!again.window.panel(QStringLiteral("schedule"))->parentWidget()->isHidden());
        again.window.setTheme(ThemeChoice::kLight);
    }
};

}  // namespace loomscope

QTEST_MAIN(loomscope::WindowTest)
#include "window_test.moc"
