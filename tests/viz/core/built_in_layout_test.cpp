// SPDX-License-Identifier: GPL-3.0-or-later
// The built-in layout: no overlaps, arrows that end at their boxes, any size.
#include "viz/core/built_in_layout.h"

#include "engine/base/rng.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace loomscope {
namespace {

struct TestGraph {
    std::vector<Size> sizes;
    std::vector<PictureEdge> edges;
};

TestGraph randomDag(Rng& rng, std::size_t numNodes, double edgesPerNode) {
    TestGraph graph;
    for (std::size_t i = 0; i < numNodes; ++i) {
        graph.sizes.push_back({rng.uniform(40, 160), rng.uniform(30, 50)});
    }
    std::set<std::pair<std::int32_t, std::int32_t>> seen;
    const auto numEdges = static_cast<std::size_t>(edgesPerNode * static_cast<double>(numNodes));
    for (std::size_t e = 0; e < numEdges; ++e) {
        const auto to = static_cast<std::int32_t>(1 + rng.below(numNodes - 1));
        // Mostly near neighbours, now and then a long edge.
        const auto reach = static_cast<std::uint64_t>(rng.below(10) == 0 ? to : std::min(to, 8));
        seen.insert({to - 1 - static_cast<std::int32_t>(rng.below(reach)), to});
    }
    for (const auto& [from, to] : seen) {
        graph.edges.push_back({from, to, 1});
    }
    return graph;
}

bool overlap(const Rect& a, const Rect& b) {
    constexpr double kSlack = 0.5;
    return a.x + kSlack < b.right() && b.x + kSlack < a.right() && a.y + kSlack < b.bottom() &&
           b.y + kSlack < a.bottom();
}

/// Distance of a point from the border of a box.
double toBorder(Point p, const Rect& box) {
    const double dx = std::max({box.x - p.x, 0.0, p.x - box.right()});
    const double dy = std::max({box.y - p.y, 0.0, p.y - box.bottom()});
    const double inside = std::min({p.x - box.x, box.right() - p.x, p.y - box.y, box.bottom() - p.y});
    return std::max(std::hypot(dx, dy), inside);
}

}  // namespace

class BuiltInLayoutTest final : public QObject {
    Q_OBJECT

private slots:
    void nothing();
    void boxesNeverOverlap_data();
    void boxesNeverOverlap();
    void treeIsTidy();
    void separatePartsDoNotMix();
    void sameInputSamePicture();
    void longChainAndWideFan();
    void thousandsOfNodesAreQuick();
};

void BuiltInLayoutTest::nothing() {
    const GraphLayout layout = builtInLayout({}, {}, LayoutDirection::kBottomToTop);
    QVERIFY(layout.nodes.empty());
    QCOMPARE(layout.bounds.width, 0.0);
}

void BuiltInLayoutTest::boxesNeverOverlap_data() {
    QTest::addColumn<int>("direction");
    QTest::newRow("up") << static_cast<int>(LayoutDirection::kBottomToTop);
    QTest::newRow("down") << static_cast<int>(LayoutDirection::kTopToBottom);
    QTest::newRow("right") << static_cast<int>(LayoutDirection::kLeftToRight);
}

void BuiltInLayoutTest::boxesNeverOverlap() {
    QFETCH(int, direction);
    const auto way = static_cast<LayoutDirection>(direction);
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        Rng rng(seed);
        const TestGraph graph = randomDag(rng, 5 + rng.below(150), rng.uniform(0.5, 2.5));
        const GraphLayout layout = builtInLayout(graph.sizes, graph.edges, way);
        for (std::size_t i = 0; i < layout.nodes.size(); ++i) {
            QCOMPARE(layout.nodes[i].width, graph.sizes[i].width);
            QVERIFY(layout.nodes[i].x >= -1e-6 && layout.nodes[i].right() <= layout.bounds.right() + 1e-6);
            QVERIFY(layout.nodes[i].y >= -1e-6 && layout.nodes[i].bottom() <= layout.bounds.bottom() + 1e-6);
            for (std::size_t j = 0; j < i; ++j) {
                QVERIFY2(!overlap(layout.nodes[i], layout.nodes[j]), qPrintable(QString::number(seed)));
            }
        }
        for (std::size_t e = 0; e < graph.edges.size(); ++e) {
            const EdgePath& path = layout.edges[e];
            QCOMPARE(path.size() % 3, 1U);
            const Rect& from = layout.nodes[static_cast<std::size_t>(graph.edges[e].from)];
            const Rect& to = layout.nodes[static_cast<std::size_t>(graph.edges[e].to)];
            QVERIFY(toBorder(path.front(), from) < 1e-6);
            QVERIFY(toBorder(path.back(), to) < 1e-6);
            const bool isForward = way == LayoutDirection::kBottomToTop   ? to.bottom() < from.y
                                   : way == LayoutDirection::kTopToBottom ? from.bottom() < to.y
                                                                          : from.right() < to.x;
            QVERIFY(isForward);
        }
    }
}

void BuiltInLayoutTest::treeIsTidy() {
    // ((0 1)→2, (3 4)→5)→6
    const std::vector<Size> sizes(7, Size{40, 20});
    const std::vector<PictureEdge> edges{{0, 2}, {1, 2}, {2, 6}, {3, 5}, {4, 5}, {5, 6}};
    const GraphLayout layout = builtInLayout(sizes, edges, LayoutDirection::kBottomToTop);
    const auto x = [&](std::size_t node) { return layout.nodes[node].center().x; };
    QCOMPARE(x(2), (x(0) + x(1)) / 2);
    QCOMPARE(x(5), (x(3) + x(4)) / 2);
    QCOMPARE(x(6), (x(2) + x(5)) / 2);
    QVERIFY(x(0) < x(1) && x(1) < x(3) && x(3) < x(4));
    QCOMPARE(layout.nodes[0].y, layout.nodes[4].y);
    QCOMPARE(x(1) - x(0), x(4) - x(3));
    QCOMPARE(layout.nodes[6].y, 0.0);
}

void BuiltInLayoutTest::separatePartsDoNotMix() {
    std::vector<Size> sizes;
    std::vector<PictureEdge> edges;
    for (std::int32_t part = 0; part < 60; ++part) {
        sizes.insert(sizes.end(), 3, Size{60, 30});
        edges.push_back({3 * part, 3 * part + 2, 1});
        edges.push_back({3 * part + 1, 3 * part + 2, 1});
    }
    const GraphLayout layout = builtInLayout(sizes, edges, LayoutDirection::kBottomToTop);
    // Many parts make a page, not a ribbon.
    QVERIFY(layout.bounds.width < 3.0 * layout.bounds.height);
    QVERIFY(layout.bounds.height < 3.0 * layout.bounds.width);
    for (std::size_t part = 0; part < 60; ++part) {
        const double left = layout.nodes[3 * part].x;
        QVERIFY(std::abs(layout.nodes[3 * part + 1].x - left) < 200.0);
    }
}

void BuiltInLayoutTest::sameInputSamePicture() {
    Rng one(11);
    Rng two(11);
    const TestGraph a = randomDag(one, 300, 2.0);
    const TestGraph b = randomDag(two, 300, 2.0);
    const GraphLayout first = builtInLayout(a.sizes, a.edges, LayoutDirection::kBottomToTop);
    const GraphLayout second = builtInLayout(b.sizes, b.edges, LayoutDirection::kBottomToTop);
    QCOMPARE(first.nodes, second.nodes);
    QCOMPARE(first.edges, second.edges);
}

void BuiltInLayoutTest::longChainAndWideFan() {
    constexpr std::int32_t kLength = 30000;
    std::vector<Size> sizes(kLength, Size{50, 20});
    std::vector<PictureEdge> chain;
    std::vector<PictureEdge> fan;
    for (std::int32_t i = 1; i < kLength; ++i) {
        chain.push_back({i - 1, i, 1});
        fan.push_back({i - 1, kLength - 1, 1});
    }
    const GraphLayout tall = builtInLayout(sizes, chain, LayoutDirection::kBottomToTop);
    QCOMPARE(tall.bounds.width, 50.0);
    QVERIFY(tall.nodes.front().y > tall.nodes.back().y);
    chain.push_back({0, 2, 1});
    chain.push_back({0, kLength - 1, 1});
    const GraphLayout shortcut = builtInLayout(sizes, chain, LayoutDirection::kBottomToTop);
    QCOMPARE(shortcut.edges.back().size() % 3, 1U);
    const GraphLayout wide = builtInLayout(sizes, fan, LayoutDirection::kBottomToTop);
    QVERIFY(wide.bounds.height < 100.0);
}

void BuiltInLayoutTest::thousandsOfNodesAreQuick() {
    Rng rng(2);
    const TestGraph graph = randomDag(rng, 10000, 1.8);
    QElapsedTimer watch;
    watch.start();
    const GraphLayout layout = builtInLayout(graph.sizes, graph.edges, LayoutDirection::kBottomToTop);
    qInfo("10,000 nodes, %d edges: %lld ms", static_cast<int>(graph.edges.size()), watch.elapsed());
    QCOMPARE(layout.nodes.size(), graph.sizes.size());
    QVERIFY(watch.elapsed() < 10000);
}

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::BuiltInLayoutTest)
#include "built_in_layout_test.moc"
