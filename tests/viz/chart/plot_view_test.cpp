// SPDX-License-Identifier: GPL-3.0-or-later
// Charts: what is kept, what is drawn, what is written.
#include "viz/chart/plot_view.h"

#include "viz/theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <cmath>
#include <limits>

namespace loomscope {

class PlotViewTest final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void manySamplesFewPoints();
    void gapsAndLogarithms();
    void seriesComeAndGo();
    void thousandsOfSmallStepsAreQuick();
    void emptyTextIsShown();
    void exports();
    void exportSaysWhatIsWrong();
};

void PlotViewTest::initTestCase() {
    applyTheme(*qApp, ThemeMode::kLight);
}

void PlotViewTest::manySamplesFewPoints() {
    PlotView plot;
    plot.resize(600, 400);
    plot.show();
    std::vector<Sample> samples;
    for (int i = 0; i < 200000; ++i) {
        samples.push_back({static_cast<double>(i), std::sin(i * 0.001)});
    }
    plot.setSeries(QStringLiteral("loss"), samples);
    plot.refresh();
    QCOMPARE(plot.samples(QStringLiteral("loss")).size(), 200000U);
    QVERIFY(plot.numDrawnPoints(QStringLiteral("loss")) > 100);
    QVERIFY(plot.numDrawnPoints(QStringLiteral("loss")) <= 10 * 600);
}

void PlotViewTest::gapsAndLogarithms() {
    PlotView plot;
    plot.resize(600, 400);
    constexpr double kGap = std::numeric_limits<double>::quiet_NaN();
    plot.setSeries(QStringLiteral("a"), {{0, 1}, {1, 10}, {2, kGap}, {3, -5}, {4, 100}});
    plot.refresh();
    QCOMPARE(plot.numDrawnPoints(QStringLiteral("a")), 4);
    plot.setYScale(AxisScale::kLogarithmic);
    QCOMPARE(plot.numDrawnPoints(QStringLiteral("a")), 3);
    plot.setYScale(AxisScale::kLinear);
    QCOMPARE(plot.numDrawnPoints(QStringLiteral("a")), 4);
    QVERIFY(!plot.grab().isNull());
}

void PlotViewTest::seriesComeAndGo() {
    PlotView plot;
    plot.setSeries(QStringLiteral("a"), {{0, 1}});
    plot.appendSamples(QStringLiteral("b"), std::vector<Sample>{{0, 1}, {1, 2}});
    plot.appendSamples(QStringLiteral("b"), std::vector<Sample>{{2, 3}});
    QCOMPARE(plot.seriesNames(), (QStringList{QStringLiteral("a"), QStringLiteral("b")}));
    QCOMPARE(plot.samples(QStringLiteral("b")).size(), 3U);
    plot.refresh();
    plot.removeSeries(QStringLiteral("a"));
    plot.removeSeries(QStringLiteral("nobody"));
    QCOMPARE(plot.seriesNames(), QStringList{QStringLiteral("b")});
    plot.clear();
    QVERIFY(plot.seriesNames().isEmpty());
    QVERIFY(plot.samples(QStringLiteral("b")).empty());
}

void PlotViewTest::thousandsOfSmallStepsAreQuick() {
    PlotView plot;
    plot.resize(600, 400);
    plot.show();
    QElapsedTimer watch;
    watch.start();
    for (int i = 0; i < 20000; ++i) {
        const Sample sample{static_cast<double>(i), 1.0 / (1 + i)};
        plot.appendSamples(QStringLiteral("loss"), std::span(&sample, 1));
    }
    QTRY_VERIFY(plot.numDrawnPoints(QStringLiteral("loss")) > 0);
    qInfo("20,000 steps: %lld ms", watch.elapsed());
    QVERIFY(watch.elapsed() < 5000);
}

void PlotViewTest::emptyTextIsShown() {
    PlotView plot;
    plot.setEmptyText(QStringLiteral("Press Train."));
    plot.show();
    auto* const label = plot.findChild<QLabel*>();
    QVERIFY(label != nullptr && label->isVisible());
    plot.setSeries(QStringLiteral("a"), {{0, 1}, {1, 2}});
    plot.refresh();
    QVERIFY(!label->isVisible());
    plot.clear();
    QVERIFY(label->isVisible());
}

void PlotViewTest::exports() {
    const QTemporaryDir folder;
    PlotView plot;
    plot.resize(400, 300);
    plot.setSeries(QStringLiteral("loss, mean"),
                   {{0, 0.1}, {1, 1.0 / 3.0}, {2, std::numeric_limits<double>::quiet_NaN()}});
    const auto bytesOf = [&](const QString& name) {
        const auto result = plot.exportTo(folder.filePath(name));
        QFile file(folder.filePath(name));
        return result && file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    QCOMPARE(
        bytesOf(QStringLiteral("a.csv")),
        QByteArray(
            "series,x,y\n\"loss, mean\",0,0.1\n\"loss, mean\",1,0.3333333333333333\n\"loss, mean\",2,nan\n"));
    QCOMPARE(QImage::fromData(bytesOf(QStringLiteral("a.png"))).size(), QSize(800, 600));
    QVERIFY(bytesOf(QStringLiteral("a.pdf")).startsWith("%PDF"));
    QXmlStreamReader svg(bytesOf(QStringLiteral("a.svg")));
    while (!svg.atEnd()) {
        svg.readNext();
    }
    QVERIFY2(!svg.hasError(), qPrintable(svg.errorString()));
}

void PlotViewTest::exportSaysWhatIsWrong() {
    PlotView plot;
    const auto unknown = plot.exportTo(QStringLiteral("/tmp/chart.xyz"));
    QVERIFY(!unknown);
    QCOMPARE(unknown.error().code, ErrorCode::kInvalid);
    const auto nowhere = plot.exportTo(QStringLiteral("/no/such/folder/chart.csv"));
    QVERIFY(!nowhere);
    QCOMPARE(nowhere.error().code, ErrorCode::kIo);
    QVERIFY(nowhere.error().message.find("/no/such/folder/chart.csv") != std::string::npos);
}

}  // namespace loomscope

QTEST_MAIN(loomscope::PlotViewTest)
#include "plot_view_test.moc"
