// SPDX-License-Identifier: GPL-3.0-or-later
// The GUI thread gets its turn within 50 ms whatever the program does.
#include "gui/panels/graph/graph_panel.h"
#include "tests/gui/window_fixture.h"
#include "tests/support/shared_data.h"
#include "viz/scene/graph_view.h"

#include <QTest>

namespace loomscope {

namespace {

constexpr int kPatienceMs = 120'000;
/// What the window's thread may do at a stretch.
constexpr qint64 kLongestMs = 50;
/// Waiting by the clock includes what other programs take from the machine; more than this is a block of our
/// own.
constexpr qint64 kLongestWaitMs = 150;
constexpr int kAttempts = 3;

/// The smoothest of a few attempts: the machine's own hiccups are not the program's.
struct Smoothest {
    qint64 busyMs = kPatienceMs;
    qint64 waitMs = kPatienceMs;

    [[nodiscard]] bool isGood() const { return busyMs <= kLongestMs && waitMs <= kLongestMs; }
    void take(const GapMeter& meter) {
        if (std::max(meter.longestBusyMs(), meter.longestMs()) < std::max(busyMs, waitMs)) {
            busyMs = meter.longestBusyMs();
            waitMs = meter.longestMs();
        }
    }
    void check(const char* what) const {
        const QString text = QStringLiteral("%1: the event loop worked %2 ms and waited %3 ms at a stretch")
                                 .arg(QLatin1String(what))
                                 .arg(busyMs)
                                 .arg(waitMs);
        qInfo("%s", qPrintable(text));
        QVERIFY2(busyMs <= kLongestMs && waitMs <= kLongestWaitMs, qPrintable(text));
    }
};

}  // namespace

class StallTest : public QObject {
    Q_OBJECT

private slots:
    void loadingMolecules() {
        const auto file = findSharedData("data/hiv/HIV.csv");
        if (!file) {
            QSKIP(file.error().message.c_str());
        }
        Smoothest best;
        for (int attempt = 0; attempt < kAttempts && !best.isGood(); ++attempt) {
            const Home home;
            OpenWindow open(home);
            QTest::qWait(500);
            GapMeter meter;
            QVERIFY(open.open(QString::fromStdString(file->string())));
            QTest::qWait(200);
            best.take(meter);
            QVERIFY(open.workbench.document.data()->parts[0].dataset->size() > 41'000);
        }
        best.check("loading");
    }

    void layingOutThreeThousandNodes() {
        Smoothest best;
        for (int attempt = 0; attempt < kAttempts && !best.isGood(); ++attempt) {
            const Home home;
            OpenWindow open(home);
            QVERIFY(open.open(QStringLiteral("synthetic:trees?n=3&leaves=96..96&seed=1")));
            open.makeDraftSmall(1);
            open.workbench.document.edit([](RunConfig& draft) { draft.engine.granularity = "op"; });
            open.window.showPanel(QStringLiteral("graph"));
            auto* const view = open.find<GraphView>("graphView");
            const auto* const panel = open.window.findChild<GraphPanel*>();
            QTRY_VERIFY_WITH_TIMEOUT(view->picture().graph && !panel->isBusy(), kPatienceMs);
            GapMeter meter;
            open.workbench.selection.setExample(1);
            QTRY_VERIFY_WITH_TIMEOUT(!panel->isBusy(), kPatienceMs);
            QTest::qWait(200);
            best.take(meter);
            QVERIFY(view->picture().graph->nodes.size() >= 3000);
        }
        best.check("layout");
    }

    void training() {
        Smoothest best;
        for (int attempt = 0; attempt < kAttempts && !best.isGood(); ++attempt) {
            const Home home;
            OpenWindow open(home);
            QVERIFY(open.open(smallTrees()));
            open.makeDraftSmall(1000);
            open.window.showPanel(QStringLiteral("train"));
            QTest::qWait(500);
            GapMeter meter;
            open.workbench.training.start(open.workbench.document.draft());
            QTRY_VERIFY_WITH_TIMEOUT(open.workbench.training.history().steps.size() > 200, kPatienceMs);
            open.workbench.training.stop();
            QTRY_VERIFY_WITH_TIMEOUT(!open.workbench.training.isActive(), kPatienceMs);
            best.take(meter);
        }
        best.check("training");
    }
};

}  // namespace loomscope

QTEST_MAIN(loomscope::StallTest)
#include "stall_test.moc"
