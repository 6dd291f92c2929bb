// SPDX-License-Identifier: GPL-3.0-or-later
// The picture views: what a click, a wheel and a key do.
#include "engine/schedule/plan.h"
#include "tests/support/tree_graph.h"
#include "viz/scene/graph_items.h"
#include "viz/scene/graph_view.h"
#include "viz/scene/molecule_view.h"
#include "viz/scene/schedule_view.h"
#include "viz/scene/tree_view.h"
#include "viz/theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include <cmath>

namespace loomscope {
namespace {

Graph treeGraph(const BinaryTree& tree) {
    const TreeLstmGraphs graphs;
    Graph graph = graphs.newGraph();
    graphs.add(graph, tree, TreeLstmGraphs::Granularity::kCells, TreeLstmGraphs::Losses::kNone);
    return graph;
}

LayoutResult builtIn(const Graph& graph) {
    return layoutNow(pictureGraph(graph), {.engine = LayoutEngine::kBuiltIn});
}

QPoint onScreen(const GraphView& view, int node) {
    const Point center = view.picture().layout.nodes[static_cast<std::size_t>(node)].center();
    return view.mapFromScene(QPointF(center.x, center.y));
}

void wheel(QGraphicsView& view, QPoint place, int steps) {
    QWheelEvent event(place, view.viewport()->mapToGlobal(place), {}, QPoint(0, 120 * steps), Qt::NoButton,
                      Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(view.viewport(), &event);
}

/// ((good film) here)
Tree smallTree() {
    return {.nodes = {{.label = 3, .token = 0},
                      {.label = 2, .token = 1},
                      {.label = 3, .firstChild = 0, .numChildren = 2},
                      {.label = 2, .token = 2},
                      {.label = 4, .firstChild = 2, .numChildren = 2}},
            .children = {0, 1, 2, 3},
            .tokens = {"good", "film", "here"}};
}

}  // namespace

class ViewsTest final : public QObject {
    Q_OBJECT

private slots:
    void init();
    void clickSelectsANode();
    void keysWalkOverNodes();
    void zoomStaysUnderTheCursor();
    void keysZoomAndFit();
    void longChainStaysReadable();
    void emptyGraphAndClear();
    void detailFollowsZoom();
    void newPictureOfSameSizeKeepsZoom();
    void largePictureIsPaintedQuickly();
    void scheduleClickSelectsABatch();
    void scheduleScrollsToItsSelection();
    void treeClickSelectsANode();
    void moleculeShowsSvgOrSaysWhyNot();
    void themesSwitch();
};

void ViewsTest::init() {
    applyTheme(*qApp, ThemeMode::kLight);
}

void ViewsTest::clickSelectsANode() {
    GraphView view;
    view.resize(800, 600);
    view.setPicture(builtIn(treeGraph(balancedTree(8))));
    view.show();
    QSignalSpy selected(&view, &GraphView::nodeSelected);
    QSignalSpy activated(&view, &GraphView::nodeActivated);
    QTest::mouseClick(view.viewport(), Qt::LeftButton, Qt::NoModifier, onScreen(view, 3));
    QCOMPARE(view.selectedNode(), 3);
    QCOMPARE(selected.size(), 1);
    view.setSelectedNode(3);
    QCOMPARE(selected.size(), 1);
    QTest::mouseDClick(view.viewport(), Qt::LeftButton, Qt::NoModifier, onScreen(view, 5));
    QCOMPARE(activated.size(), 1);
    QTest::keyClick(&view, Qt::Key_Escape);
    QCOMPARE(view.selectedNode(), -1);
    view.setSelectedNode(99999);
    QCOMPARE(view.selectedNode(), -1);
}

void ViewsTest::keysWalkOverNodes() {
    GraphView view;
    view.resize(800, 600);
    const LayoutResult picture = builtIn(treeGraph(balancedTree(4)));
    view.setPicture(picture);
    view.show();
    const int root = static_cast<int>(picture.graph->nodes.size()) - 1;
    view.setSelectedNode(root);
    QTest::keyClick(&view, Qt::Key_Down);
    const int child = view.selectedNode();
    QVERIFY(child != root);
    QVERIFY(picture.layout.nodes[static_cast<std::size_t>(child)].y >
            picture.layout.nodes[static_cast<std::size_t>(root)].y);
    QTest::keyClick(&view, Qt::Key_Up);
    QCOMPARE(view.selectedNode(), root);
    QTest::keyClick(&view, Qt::Key_Up);
    QCOMPARE(view.selectedNode(), root);
}

void ViewsTest::zoomStaysUnderTheCursor() {
    GraphView view;
    view.resize(640, 480);
    view.setPicture(builtIn(treeGraph(balancedTree(32))));
    view.show();
    for (const QPoint place : {QPoint(100, 90), QPoint(320, 240), QPoint(500, 400)}) {
        for (const int steps : {1, 2, -1, -2}) {
            const QPointF before = view.viewportTransform().inverted().map(QPointF(place));
            wheel(view, place, steps);
            const QPointF after = view.viewportTransform().map(before);
            QVERIFY2(std::abs(after.x() - place.x()) <= 1.5 && std::abs(after.y() - place.y()) <= 1.5,
                     qPrintable(QStringLiteral("%1 %2").arg(after.x()).arg(after.y())));
        }
    }
}

void ViewsTest::keysZoomAndFit() {
    GraphView view;
    view.resize(640, 480);
    view.setPicture(builtIn(treeGraph(balancedTree(16))));
    view.show();
    const double fitted = view.zoom();
    QVERIFY(fitted <= 1.0);
    QTest::keyClick(&view, Qt::Key_0, Qt::ControlModifier);
    QCOMPARE(view.zoom(), 1.0);
    QTest::keyClick(&view, Qt::Key_Plus, Qt::ControlModifier);
    QVERIFY(view.zoom() > 1.0);
    QTest::keyClick(&view, Qt::Key_F);
    QCOMPARE(view.zoom(), fitted);
    // Until someone zooms, the picture follows the window.
    view.resize(320, 240);
    QVERIFY(view.zoom() < fitted);
}

void ViewsTest::longChainStaysReadable() {
    GraphView view;
    view.resize(800, 600);
    view.setPicture(builtIn(treeGraph(leftChain(1500))));
    view.show();
    QVERIFY(view.zoom() >= view.readableZoom() - 1e-9);
    const int root = static_cast<int>(view.picture().graph->nodes.size()) - 1;
    QVERIFY(view.viewport()->rect().contains(onScreen(view, root)));
}

void ViewsTest::emptyGraphAndClear() {
    GraphView view;
    view.setEmptyText(QStringLiteral("Open a file."));
    view.show();
    QVERIFY(!view.grab().isNull());
    view.setPicture(builtIn(Graph()));
    QVERIFY(!view.grab().isNull());
    view.setPicture(builtIn(treeGraph(balancedTree(2))));
    view.setSelectedNode(1);
    view.clearPicture();
    QCOMPARE(view.selectedNode(), -1);
    QVERIFY(!view.picture().graph);
    QVERIFY(!view.grab().isNull());
}

void ViewsTest::detailFollowsZoom() {
    QCOMPARE(detailLevel(0.1), DetailLevel::kBlocks);
    QCOMPARE(detailLevel(0.3), DetailLevel::kBoxes);
    QCOMPARE(detailLevel(1.0), DetailLevel::kTexts);
}

void ViewsTest::newPictureOfSameSizeKeepsZoom() {
    GraphView view;
    view.resize(640, 480);
    const LayoutResult picture = builtIn(treeGraph(balancedTree(16)));
    view.setPicture(picture);
    view.show();
    view.setZoom(0.9);
    view.setPicture(picture);
    QCOMPARE(view.zoom(), 0.9);
    view.setPicture(builtIn(treeGraph(balancedTree(4))));
    QVERIFY(view.zoom() != 0.9);
}

void ViewsTest::largePictureIsPaintedQuickly() {
    GraphView view;
    view.resize(1280, 800);
    view.setPicture(builtIn(treeGraph(balancedTree(5000))));
    view.show();
    view.grab();
    for (const double zoom : {0.05, 0.4, 1.0}) {
        view.setZoom(zoom);
        QElapsedTimer watch;
        watch.start();
        view.grab();
        qInfo("frame of 10,000 nodes at zoom %.2f: %lld ms", zoom, watch.elapsed());
        QVERIFY(watch.elapsed() < 2000);
    }
}

void ViewsTest::scheduleClickSelectsABatch() {
    const Graph graph = treeGraph(leftChain(4));
    const Schedule schedule = plan(graph, **makePolicy("depth"));
    ScheduleView view;
    view.resize(900, 300);
    view.setChart(scheduleChart(graph, schedule, ScheduleColumns::kDepth));
    view.show();
    QSignalSpy selected(&view, &ScheduleView::batchSelected);
    const ScheduleCell& cell = view.chart().cells[2];
    const Point center = view.grid().cellRect(cell.row, cell.column).center();
    QTest::mouseClick(view.viewport(), Qt::LeftButton, Qt::NoModifier, QPointF(center.x, center.y).toPoint());
    QCOMPARE(view.selectedBatch(), static_cast<int>(view.chart().batchesOf(cell).front()));
    QCOMPARE(selected.size(), 1);
    QVERIFY(view.batchText(view.selectedBatch()).contains(QStringLiteral("1 node")));
    QTest::keyClick(&view, Qt::Key_Home);
    QCOMPARE(view.selectedBatch(), 0);
    QTest::keyClick(&view, Qt::Key_Right);
    QCOMPARE(view.selectedBatch(), 1);
    QTest::keyClick(&view, Qt::Key_End);
    QCOMPARE(view.selectedBatch(), 3);
    QTest::keyClick(&view, Qt::Key_Escape);
    QCOMPARE(view.selectedBatch(), -1);
    view.clearChart();
    QVERIFY(!view.grab().isNull());
}

void ViewsTest::scheduleScrollsToItsSelection() {
    const Graph graph = treeGraph(leftChain(200));
    ScheduleView view;
    view.resize(500, 200);
    view.setChart(scheduleChart(graph, plan(graph, **makePolicy("none")), ScheduleColumns::kPosition));
    view.show();
    view.setSelectedBatch(300);
    const ScheduleCell& cell = view.chart().cells[static_cast<std::size_t>(view.chart().batches[300].cell)];
    const Rect rect = view.grid().cellRect(cell.row, cell.column);
    QVERIFY(rect.x - view.horizontalScrollBar()->value() >= view.grid().rowHeaderWidth);
    QVERIFY(rect.right() - view.horizontalScrollBar()->value() <= view.viewport()->width());
    // A click counts what has scrolled.
    const QPointF place(rect.center().x - view.horizontalScrollBar()->value(), rect.center().y);
    view.setSelectedBatch(-1);
    QTest::mouseClick(view.viewport(), Qt::LeftButton, Qt::NoModifier, place.toPoint());
    QCOMPARE(view.selectedBatch(), 300);
}

void ViewsTest::treeClickSelectsANode() {
    TreeView view;
    view.resize(500, 400);
    view.setTree(smallTree(), 5);
    view.show();
    QSignalSpy selected(&view, &TreeView::nodeSelected);
    const Point root = view.picture().nodes.back().center;
    QTest::mouseClick(view.viewport(), Qt::LeftButton, Qt::NoModifier,
                      view.mapFromScene(QPointF(root.x, root.y)));
    QCOMPARE(view.selectedNode(), 4);
    QCOMPARE(selected.size(), 1);
    view.setTree({});
    QCOMPARE(view.selectedNode(), -1);
}

void ViewsTest::moleculeShowsSvgOrSaysWhyNot() {
    MoleculeView view;
    view.resize(300, 300);
    view.show();
    QVERIFY(
        view.setSvg("<svg xmlns='http://www.w3.org/2000/svg' width='30' height='30'><circle cx='15' cy='15' "
                    "r='9'/></svg>",
                    QStringLiteral("CC")));
    QVERIFY(view.note().isEmpty());
    QVERIFY(!view.setSvg("not a picture"));
    QVERIFY(!view.note().isEmpty());
    QVERIFY(!view.grab().isNull());
}

void ViewsTest::themesSwitch() {
    GraphView view;
    view.resize(200, 200);
    view.setPicture(builtIn(treeGraph(balancedTree(2))));
    view.show();
    QCOMPARE(view.grab().toImage().pixelColor(2, 2), toColor(themeColors(ThemeMode::kLight).surface));
    applyTheme(*qApp, ThemeMode::kDark);
    QCOMPARE(modeOf(view.palette()), ThemeMode::kDark);
    QCOMPARE(view.grab().toImage().pixelColor(2, 2), toColor(themeColors(ThemeMode::kDark).surface));
}

}  // namespace loomscope

QTEST_MAIN(loomscope::ViewsTest)
#include "views_test.moc"
