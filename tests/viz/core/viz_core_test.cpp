// SPDX-License-Identifier: GPL-3.0-or-later
// Palette, ticks, decimation and tree pictures.
#include "engine/base/rng.h"
#include "viz/core/decimation.h"
#include "viz/core/palette.h"
#include "viz/core/ticks.h"
#include "viz/core/tree_picture.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

namespace loomscope {
namespace {

constexpr double kGap = std::numeric_limits<double>::quiet_NaN();

bool contains(const std::vector<Sample>& samples, const Sample& wanted) {
    return std::any_of(samples.begin(), samples.end(),
                       [&](const Sample& sample) { return sample.x == wanted.x && sample.y == wanted.y; });
}

}  // namespace

class VizCoreTest final : public QObject {
    Q_OBJECT

private slots:
    void textIsReadable_data() { modes(); }
    void textIsReadable();
    void contrastIsThatOfTheStandard();
    void ticksCoverTheRange();
    void ticksAreRound();
    void logRangeIsPowersOfTen();
    void decimationKeepsExtremes();
    void decimationIsBounded();
    void fewSamplesStayAsTheyAre();
    void gapsStayGaps();
    void treeWordsLieInOrder();
    void deepTreeNeedsNoStack();

private:
    static void modes() {
        QTest::addColumn<int>("mode");
        QTest::newRow("light") << 0;
        QTest::newRow("dark") << 1;
    }
};

void VizCoreTest::textIsReadable() {
    QFETCH(int, mode);
    const auto theme = static_cast<ThemeMode>(mode);
    const ThemeColors& colors = themeColors(theme);
    for (const Rgb ground : {colors.window, colors.surface, colors.raised}) {
        for (const Rgb text :
             {colors.text, colors.mutedText, colors.accent, colors.positive, colors.warning, colors.danger}) {
            QVERIFY2(contrastRatio(text, ground) >= 4.5,
                     qPrintable(QString::fromStdString(text.hex() + " on " + ground.hex())));
        }
    }
    QVERIFY(contrastRatio(colors.onAccent, colors.accent) >= 4.5);
    QVERIFY(contrastRatio(colors.edge, colors.surface) >= 3.0 - 0.1);
    for (int slot = 0; slot < kNumColorSlots; ++slot) {
        const SwatchColors box = swatch(slot, theme);
        QVERIFY2(contrastRatio(mix(box.text, box.fill, 0.18), box.fill) >= 4.5,
                 qPrintable(QString::number(slot)));
        QVERIFY2(contrastRatio(seriesColor(slot, theme), colors.surface) >= 3.0,
                 qPrintable(QString::number(slot)));
        // Cells of schedules mix fill and border: text must hold on every step between.
        for (int step = 0; step <= 10; ++step) {
            const Rgb ground = mix(box.fill, box.border, step / 10.0);
            QVERIFY(contrastRatio(textOn(ground), ground) >= 4.5);
        }
    }
    for (int label = -1; label <= 5; ++label) {
        const Rgb fill = sentimentColor(label, 5, theme);
        QVERIFY(contrastRatio(textOn(fill), fill) >= 4.5);
    }
}

void VizCoreTest::contrastIsThatOfTheStandard() {
    QCOMPARE(contrastRatio(Rgb(0x000000), Rgb(0xFFFFFF)), 21.0);
    QCOMPARE(contrastRatio(Rgb(0x777777), Rgb(0x777777)), 1.0);
    QVERIFY(std::abs(contrastRatio(Rgb(0xFFFFFF), Rgb(0x767676)) - 4.54) < 0.01);
}

void VizCoreTest::ticksCoverTheRange() {
    Rng rng(7);
    for (int i = 0; i < 2000; ++i) {
        const double scale = std::pow(10.0, rng.uniform(-9, 9));
        double low = rng.uniform(-1, 1) * scale;
        double high = rng.uniform(-1, 1) * scale;
        if (low > high) {
            std::swap(low, high);
        }
        const int maxCount = 2 + static_cast<int>(rng.below(9));
        const Ticks ticks = niceTicks(low, high, maxCount);
        QVERIFY(ticks.first <= low + 1e-6 * ticks.step);
        QVERIFY(ticks.last() >= high - 1e-6 * ticks.step);
        QVERIFY(ticks.count >= 2);
        // A range that straddles one tick needs one more than asked for two.
        QVERIFY2(ticks.count <= std::max(maxCount, 3), qPrintable(QString::number(ticks.count)));
    }
}

void VizCoreTest::ticksAreRound() {
    const Ticks ticks = niceTicks(0.13, 0.87, 6);
    QCOMPARE(ticks.first, 0.0);
    QCOMPARE(ticks.step, 0.2);
    QCOMPARE(ticks.count, 6);
    QCOMPARE(ticks.decimals, 1);
    const Ticks flat = niceTicks(3.0, 3.0, 5);
    QVERIFY(flat.first < 3.0 && flat.last() > 3.0);
    QCOMPARE(niceTicks(kGap, 1.0, 5).first, 0.0);
}

void VizCoreTest::logRangeIsPowersOfTen() {
    const LogRange range = niceLogRange(0.03, 700.0);
    QCOMPARE(range.low, 0.01);
    QCOMPARE(range.high, 1000.0);
    QVERIFY(niceLogRange(1.0, 1.0).high > 1.0);
    QCOMPARE(niceLogRange(-1.0, 5.0).high, 1.0);
}

void VizCoreTest::decimationKeepsExtremes() {
    Rng rng(3);
    std::vector<Sample> samples;
    for (int i = 0; i < 100000; ++i) {
        samples.push_back({static_cast<double>(i), rng.uniform()});
    }
    samples[40123].y = 50.0;
    samples[71777].y = -50.0;
    const std::vector<Sample> drawn = decimate(samples, 0.0, 99999.0, 800);
    QVERIFY(contains(drawn, samples[40123]));
    QVERIFY(contains(drawn, samples[71777]));
    QVERIFY(contains(drawn, samples.front()));
    QVERIFY(contains(drawn, samples.back()));
    QVERIFY(std::is_sorted(drawn.begin(), drawn.end(),
                           [](const Sample& a, const Sample& b) { return a.x < b.x; }));
    for (const Sample& sample : drawn) {
        QCOMPARE(sample.y, samples[static_cast<std::size_t>(sample.x)].y);
    }
}

void VizCoreTest::decimationIsBounded() {
    Rng rng(5);
    std::vector<Sample> samples;
    for (int i = 0; i < 50000; ++i) {
        samples.push_back({static_cast<double>(i), rng.below(3) == 0 ? kGap : rng.uniform()});
    }
    QVERIFY(decimate(samples, 0.0, 49999.0, 300).size() <= 3002);
    // A narrow window takes its neighbours along, and no more.
    const std::vector<Sample> window = decimate(samples, 100.5, 102.5, 300);
    QCOMPARE(window.front().x, 100.0);
    QCOMPARE(window.back().x, 103.0);
    QVERIFY(decimate({}, 0.0, 1.0, 100).empty());
}

void VizCoreTest::fewSamplesStayAsTheyAre() {
    const std::vector<Sample> samples{{0, 1}, {1, 5}, {2, 3}, {3, 4}};
    const std::vector<Sample> drawn = decimate(samples, 0, 3, 400);
    QCOMPARE(drawn.size(), samples.size());
    for (const Sample& sample : samples) {
        QVERIFY(contains(drawn, sample));
    }
}

void VizCoreTest::gapsStayGaps() {
    const std::vector<Sample> samples{
        {0, 1}, {1, kGap}, {2, std::numeric_limits<double>::infinity()}, {3, 4}, {4, 5}};
    const std::vector<Sample> drawn = decimate(samples, 0, 4, 100);
    QCOMPARE(drawn.size(), 4U);
    QVERIFY(std::isnan(drawn[1].y));
    QCOMPARE(drawn[2].y, 4.0);

    // In one column, the gap parts what stands before from what stands after.
    const std::vector<Sample> narrow = decimate(samples, 0, 1e6, 10);
    QVERIFY(
        std::any_of(narrow.begin(), narrow.end(), [](const Sample& sample) { return std::isnan(sample.y); }));
}

void VizCoreTest::treeWordsLieInOrder() {
    // (3 (1 not) (4 (2 that) (1 bad)))
    const Tree tree{.nodes = {{.label = 1, .token = 0},
                              {.label = 2, .token = 1},
                              {.label = 1, .token = 2},
                              {.label = 4, .firstChild = 0, .numChildren = 2},
                              {.label = 3, .firstChild = 2, .numChildren = 2}},
                    .children = {1, 2, 0, 3},
                    .tokens = {"not", "that", "bad"}};
    const TreePicture picture =
        treePicture(tree, 5, [](std::string_view text) { return 8.0 * static_cast<double>(text.size()); });
    QCOMPARE(picture.nodes.size(), 5U);
    QCOMPARE(picture.nodes[0].word, std::string("not"));
    QVERIFY(picture.nodes[0].wordRect.right() < picture.nodes[1].wordRect.x);
    QVERIFY(picture.nodes[1].wordRect.right() < picture.nodes[2].wordRect.x);
    QCOMPARE(picture.nodes[0].center.y, picture.nodes[2].center.y);
    QVERIFY(picture.nodes[3].center.y < picture.nodes[2].center.y);
    QVERIFY(picture.nodes[4].center.y < picture.nodes[3].center.y);
    QCOMPARE(picture.nodes[3].parent, 4);
    QCOMPARE(hitTest(picture, picture.nodes[4].center), 4);
    QCOMPARE(hitTest(picture, picture.nodes[2].wordRect.center()), 2);
    QCOMPARE(hitTest(picture, {-5, -5}), -1);
}

void VizCoreTest::deepTreeNeedsNoStack() {
    Tree tree;
    tree.tokens.emplace_back("w");
    tree.nodes.push_back({.token = 0});
    for (std::int32_t i = 1; i < 200000; ++i) {
        tree.nodes.push_back({.firstChild = i - 1, .numChildren = 1});
        tree.children.push_back(i - 1);
    }
    const TreePicture picture = treePicture(tree, 0, [](std::string_view) { return 10.0; });
    QCOMPARE(picture.nodes.size(), tree.nodes.size());
    QVERIFY(picture.nodes.back().center.y < picture.nodes.front().center.y);
}

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::VizCoreTest)
#include "viz_core_test.moc"
