// SPDX-License-Identifier: GPL-3.0-or-later
// Layout by `dot` and what happens when it is slow, crashes, talks rubbish or is not there.
#include "viz/graphviz/graph_layouter.h"

#include "engine/base/rng.h"
#include "tests/support/tree_graph.h"
#include "viz/core/built_in_layout.h"
#include "viz/graphviz/dot_writer.h"
#include "viz/graphviz/layout_steps.h"
#include "viz/graphviz/plain_reader.h"

#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThreadPool>
#include <QTimer>

#include <csignal>
#include <ctime>
#include <string>

namespace loomscope {
namespace {

PictureGraph treePictures(int numTrees, std::int32_t numLeaves) {
    const TreeLstmGraphs graphs;
    Graph graph = graphs.newGraph();
    Rng rng(9);
    for (int i = 0; i < numTrees; ++i) {
        graphs.add(graph, randomTree(numLeaves, rng), TreeLstmGraphs::Granularity::kCells,
                   TreeLstmGraphs::Losses::kEachNode);
    }
    return pictureGraph(graph);
}

std::int64_t threadMicroseconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<std::int64_t>(time.tv_sec) * 1000000 + time.tv_nsec / 1000;
}

/// Ticks every 2 ms and keeps the longest pause between two ticks: how long the thread was busy, and how long
/// away. Busy time is what the program is to blame for; waiting also grows with whatever else the machine
/// does.
class PauseMeter {
public:
    PauseMeter() {
        QObject::connect(&timer_, &QTimer::timeout, [this] { tick(); });
        busyAt_ = threadMicroseconds();
        watch_.start();
        timer_.start(2);
    }
    [[nodiscard]] std::int64_t longestBusyMs() const { return longestBusy_ / 1000; }
    [[nodiscard]] std::int64_t longestAwayMs() const { return longestAway_; }

private:
    void tick() {
        const std::int64_t busy = threadMicroseconds();
        longestBusy_ = std::max(longestBusy_, busy - busyAt_);
        longestAway_ = std::max<std::int64_t>(longestAway_, watch_.restart());
        busyAt_ = busy;
    }
    QTimer timer_;
    QElapsedTimer watch_;
    std::int64_t busyAt_ = 0;
    std::int64_t longestBusy_ = 0;
    std::int64_t longestAway_ = 0;
};

/// Lets everything happen that is still under way on the pool, and its reports arrive.
void settle() {
    QThreadPool::globalInstance()->waitForDone();
    QCoreApplication::sendPostedEvents();
    QCoreApplication::processEvents();
}

}  // namespace

class GraphLayouterTest final : public QObject {
    Q_OBJECT

private slots:
    void dotHasIdsAndSizesOnly();
    void plainIsReadBack();
    void rubbishIsRefused_data();
    void rubbishIsRefused();
    void dotLaysOutEveryPart();
    void troubleTakesTheBuiltInLayout_data();
    void troubleTakesTheBuiltInLayout();
    void blockingVariantDoesTheSame();
    void largeGraphsNeverAskDot();
    void staleRequestIsDroppedAndKilled();
    void cancelKeepsQuiet();
    void destroyedWhileRunning();
    void neverBlocks();

private:
    QString script(const char* name, const QByteArray& body) const;

    QTemporaryDir folder_;
};

QString GraphLayouterTest::script(const char* name, const QByteArray& body) const {
    QString path = folder_.filePath(QString::fromUtf8(name));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) {
        qFatal("cannot write %s", qPrintable(path));
    }
    file.write("#!/bin/sh\n" + body + "\n");
    file.close();
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return path;
}

void GraphLayouterTest::dotHasIdsAndSizesOnly() {
    const std::vector<Size> sizes{{72, 36}, {144, 36}, {72, 72}};
    const std::vector<PictureEdge> edges{{0, 1, 2}};
    const std::string dot = writeDot(splitIntoParts(sizes, edges), LayoutDirection::kLeftToRight);
    QCOMPARE(std::count(dot.begin(), dot.end(), '{'), 2);
    QVERIFY(dot.find("0 [width=1.0000 height=0.5000]") != std::string::npos);
    QVERIFY(dot.find("1 [width=2.0000 height=0.5000]") != std::string::npos);
    QVERIFY(dot.find("0 -> 1\n") != std::string::npos);
    QVERIFY(dot.find("rankdir=LR") != std::string::npos);
    QVERIFY(dot.find("label=\"\"") != std::string::npos);
}

void GraphLayouterTest::plainIsReadBack() {
    const std::vector<Size> sizes{{72, 36}, {72, 36}};
    const LayoutParts parts = splitIntoParts(sizes, std::vector<PictureEdge>{{0, 1, 1}});
    const auto layouts = readPlain(
        "graph 1 2 3\nnode 0 1 0.25 1 0.5 \"\" solid box black lightgrey\nnode 1 1 2.75 1 0.5 \"\" solid box "
        "black lightgrey\n"
        "edge 0 1 4 1 0.5 1 1 1 2 1 2.5 solid black\nstop\n",
        parts);
    QVERIFY2(layouts, layouts ? "" : layouts.error().message.c_str());
    const GraphLayout& layout = layouts->front();
    QCOMPARE(layout.nodes[0], (Rect{0, 180, 72, 36}));
    QCOMPARE(layout.nodes[1], (Rect{0, 0, 72, 36}));
    QCOMPARE(layout.edges[0].front(), (Point{36, 180}));
    QCOMPARE(layout.edges[0].back(), (Point{36, 36}));
    QCOMPARE(layout.bounds, (Rect{0, 0, 72, 216}));
}

void GraphLayouterTest::rubbishIsRefused_data() {
    QTest::addColumn<QString>("text");
    const QString graph = QStringLiteral("graph 1 2 3\n");
    const QString nodes = QStringLiteral("node 0 1 1 1 1\nnode 1 1 2 1 1\n");
    QTest::newRow("empty") << QString();
    QTest::newRow("words") << QStringLiteral("hello world\n");
    QTest::newRow("no stop") << graph + nodes;
    QTest::newRow("node missing") << graph + QStringLiteral("node 0 1 1 1 1\nstop\n");
    QTest::newRow("node unknown") << graph + nodes + QStringLiteral("node 7 1 1 1 1\nstop\n");
    QTest::newRow("node negative") << graph + nodes + QStringLiteral("node -1 1 1 1 1\nstop\n");
    QTest::newRow("not a number") << graph + QStringLiteral("node 0 nan 1 1 1\nnode 1 1 2 1 1\nstop\n");
    QTest::newRow("far away") << graph + QStringLiteral("node 0 1e300 1 1 1\nnode 1 1 2 1 1\nstop\n");
    QTest::newRow("edge unknown") << graph + nodes + QStringLiteral("edge 1 0 4 1 1 1 1 1 1 1 1\nstop\n");
    QTest::newRow("edge short") << graph + nodes + QStringLiteral("edge 0 1 4 1 1 1 1\nstop\n");
    QTest::newRow("edge count") << graph + nodes + QStringLiteral("edge 0 1 99999999999 1 1\nstop\n");
    QTest::newRow("before graph") << nodes + graph + QStringLiteral("stop\n");
}

void GraphLayouterTest::rubbishIsRefused() {
    QFETCH(QString, text);
    const std::vector<Size> sizes{{72, 36}, {72, 36}};
    const LayoutParts parts = splitIntoParts(sizes, std::vector<PictureEdge>{{0, 1, 1}});
    const auto layouts = readPlain(text.toStdString(), parts);
    QVERIFY(!layouts);
    QCOMPARE(layouts.error().code, ErrorCode::kParse);
}

void GraphLayouterTest::dotLaysOutEveryPart() {
    if (QProcess::execute(QStringLiteral("dot"), {QStringLiteral("-V")}) != 0) {
        QSKIP("Graphviz is not installed");
    }
    GraphLayouter layouter;
    QSignalSpy started(&layouter, &GraphLayouter::started);
    QSignalSpy done(&layouter, &GraphLayouter::laidOut);
    layouter.request(treePictures(5, 9));
    QCOMPARE(started.size(), 1);
    QVERIFY(layouter.isRunning());
    QTRY_COMPARE_WITH_TIMEOUT(done.size(), 1, 20000);
    QVERIFY(!layouter.isRunning());
    const auto result = done.front().front().value<LayoutResult>();
    QCOMPARE(result.note, QString());
    QCOMPARE(result.engine, LayoutEngine::kAutomatic);
    QCOMPARE(result.layout.nodes.size(), result.graph->nodes.size());
    const std::vector<Size> sizes = boxSizes(*result.graph);
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        QCOMPARE(result.layout.nodes[i].width, sizes[i].width);
        QVERIFY(result.layout.nodes[i].right() <= result.layout.bounds.right() + 1.0);
    }
    for (const EdgePath& path : result.layout.edges) {
        QVERIFY(path.size() >= 4);
    }
}

void GraphLayouterTest::troubleTakesTheBuiltInLayout_data() {
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("words");
    QTest::newRow("absent") << folder_.filePath(QStringLiteral("no-such-dot")) << QStringLiteral("not found");
    QTest::newRow("slow") << script("slow", "exec sleep 30") << QStringLiteral("longer than");
    QTest::newRow("crash") << script("crash", "kill -SEGV $$") << QStringLiteral("crashed");
    QTest::newRow("rubbish") << script("rubbish", "cat >/dev/null; echo hello")
                             << QStringLiteral("can't be read");
    QTest::newRow("silent") << script("silent", "cat >/dev/null") << QStringLiteral("ends early");
    QTest::newRow("failing") << script("failing", "cat >/dev/null; echo 'no memory' >&2; exit 3")
                             << QStringLiteral("status 3: no memory");
    QTest::newRow("deaf") << script("deaf", "exec 0<&-; echo hello") << QStringLiteral("can't be read");
    QTest::newRow("endless") << script("endless", "exec yes graph") << QStringLiteral("more than");
}

void GraphLayouterTest::troubleTakesTheBuiltInLayout() {
    QFETCH(QString, program);
    QFETCH(QString, words);
    GraphLayouter layouter;
    QSignalSpy done(&layouter, &GraphLayouter::laidOut);
    const bool isSlow = words == QStringLiteral("longer than");
    const PauseMeter meter;
    layouter.request(treePictures(1, 12),
                     {.timeout = std::chrono::milliseconds(isSlow ? 300 : 20000), .dotProgram = program});
    QTRY_COMPARE_WITH_TIMEOUT(done.size(), 1, 30000);
    const auto result = done.front().front().value<LayoutResult>();
    QCOMPARE(result.engine, LayoutEngine::kBuiltIn);
    QVERIFY2(result.note.contains(words), qPrintable(result.note));
    QVERIFY(result.note.contains(QStringLiteral("built-in")));
    const GraphLayout expected =
        builtInLayout(boxSizes(*result.graph), result.graph->edges, LayoutDirection::kBottomToTop);
    QCOMPARE(result.layout.nodes, expected.nodes);
    QVERIFY2(meter.longestBusyMs() < 50, qPrintable(QString::number(meter.longestBusyMs())));
}

void GraphLayouterTest::blockingVariantDoesTheSame() {
    const LayoutResult absent =
        layoutNow(treePictures(1, 5), {.dotProgram = folder_.filePath(QStringLiteral("no-such-dot"))});
    QVERIFY(absent.note.contains(QStringLiteral("not found")));
    const LayoutResult slow = layoutNow(treePictures(1, 5), {.timeout = std::chrono::milliseconds(200),
                                                             .dotProgram = script("slow2", "exec sleep 30")});
    QVERIFY(slow.note.contains(QStringLiteral("longer than")));
    QVERIFY(slow.elapsed.count() < 10000);
    QCOMPARE(slow.layout.nodes.size(), slow.graph->nodes.size());
    const LayoutResult plain = layoutNow(treePictures(1, 5), {.engine = LayoutEngine::kBuiltIn});
    QCOMPARE(plain.note, QString());
}

void GraphLayouterTest::largeGraphsNeverAskDot() {
    const QString witness = folder_.filePath(QStringLiteral("asked"));
    const QString program = script("witness", "touch " + witness.toUtf8());
    const LayoutResult result = layoutNow(treePictures(1, 3000), {.dotProgram = program});
    QVERIFY(result.graph->nodes.size() > 4000);
    QVERIFY(!QFile::exists(witness));
    QVERIFY(result.note.contains(QStringLiteral("built-in")));
}

void GraphLayouterTest::staleRequestIsDroppedAndKilled() {
    const QString pidFile = folder_.filePath(QStringLiteral("pid"));
    const QString program =
        script("pid-dot", "echo $$ > " + pidFile.toUtf8() + ".part; mv " + pidFile.toUtf8() + ".part " +
                              pidFile.toUtf8() + "; exec sleep 30");
    GraphLayouter layouter;
    QSignalSpy done(&layouter, &GraphLayouter::laidOut);
    layouter.request(treePictures(1, 4), {.dotProgram = program});
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(pidFile), 20000);
    QFile file(pidFile);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const pid_t pid = file.readAll().trimmed().toInt();
    QCOMPARE(kill(pid, 0), 0);

    layouter.request(treePictures(1, 7), {.engine = LayoutEngine::kBuiltIn});
    QTRY_COMPARE_WITH_TIMEOUT(done.size(), 1, 20000);
    QTRY_VERIFY_WITH_TIMEOUT(kill(pid, 0) != 0, 20000);
    const auto result = done.front().front().value<LayoutResult>();
    QCOMPARE(result.graph->nodes.size(), treePictures(1, 7).nodes.size());
    settle();
    QCOMPARE(done.size(), 1);
}

void GraphLayouterTest::cancelKeepsQuiet() {
    GraphLayouter layouter;
    QSignalSpy done(&layouter, &GraphLayouter::laidOut);
    QSignalSpy cancelled(&layouter, &GraphLayouter::cancelled);
    layouter.cancel();
    QCOMPARE(cancelled.size(), 0);
    layouter.request(treePictures(1, 4), {.dotProgram = script("slow3", "exec sleep 30")});
    layouter.cancel();
    QCOMPARE(cancelled.size(), 1);
    QVERIFY(!layouter.isRunning());
    settle();
    QCOMPARE(done.size(), 0);
}

void GraphLayouterTest::destroyedWhileRunning() {
    const LayoutOptions slow{.dotProgram = script("slow4", "exec sleep 30")};
    for (const bool isAsking : {false, true}) {
        auto layouter = std::make_unique<GraphLayouter>();
        layouter->request(treePictures(2, 40), slow);
        if (isAsking) {
            settle();
        }
        layouter.reset();
        settle();
    }
}

void GraphLayouterTest::neverBlocks() {
    PictureGraph picture = treePictures(1, 1000);
    const std::size_t numNodes = picture.nodes.size();
    GraphLayouter layouter;
    QSignalSpy done(&layouter, &GraphLayouter::laidOut);
    const PauseMeter meter;
    layouter.request(std::move(picture));
    QTRY_COMPARE_WITH_TIMEOUT(done.size(), 1, 60000);
    const auto result = done.front().front().value<LayoutResult>();
    qInfo("%d nodes in %d ms; longest pause of the thread: busy %d ms, away %d ms",
          static_cast<int>(numNodes), static_cast<int>(result.elapsed.count()),
          static_cast<int>(meter.longestBusyMs()), static_cast<int>(meter.longestAwayMs()));
    QVERIFY(meter.longestBusyMs() < 50);
}

}  // namespace loomscope

QTEST_MAIN(loomscope::GraphLayouterTest)
#include "graph_layouter_test.moc"
