// SPDX-License-Identifier: GPL-3.0-or-later
// Exported files: they parse, they name every node and batch, and a failure says why.
#include "viz/export/export.h"

#include "engine/schedule/plan.h"
#include "tests/support/tree_graph.h"

#include <QFile>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <QProcess>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

namespace loomscope {
namespace {

Graph treeGraph(TreeLstmGraphs::Granularity granularity) {
    const TreeLstmGraphs graphs;
    Graph graph = graphs.newGraph();
    graphs.add(graph, leftChain(4), granularity, TreeLstmGraphs::Losses::kEachNode);
    return graph;
}

/// All ids of an SVG; empty if it does not parse.
QSet<QString> idsOf(const QByteArray& svg) {
    QXmlStreamReader reader(svg);
    QSet<QString> ids;
    while (!reader.atEnd()) {
        if (reader.readNext() == QXmlStreamReader::StartElement &&
            reader.attributes().hasAttribute(QStringLiteral("id"))) {
            ids.insert(reader.attributes().value(QStringLiteral("id")).toString());
        }
    }
    return reader.hasError() ? QSet<QString>() : ids;
}

const GraphExportOptions kBuiltIn{.layout = {.engine = LayoutEngine::kBuiltIn}};

}  // namespace

class ExportTest final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void graphSvgNamesItsNodes();
    void awkwardNamesAreEscaped();
    void graphPngAndPdf();
    void graphDotIsReadByDot();
    void graphJsonHasNodesAndEdges();
    void scheduleSvgNamesItsBatches();
    void scheduleJsonAndCsv();
    void treeSvg();
    void formats();
    void impossibleFormatsSaySo();
    void filesAreWrittenWholeOrNotAtAll();
};

void ExportTest::initTestCase() {
    // Numbers must not follow the user's language.
    QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
}

void ExportTest::graphSvgNamesItsNodes() {
    for (const auto granularity : {TreeLstmGraphs::Granularity::kCells, TreeLstmGraphs::Granularity::kOps}) {
        const Graph graph = treeGraph(granularity);
        const auto svg = renderGraph(graph, ExportFormat::kSvg, kBuiltIn);
        QVERIFY(svg);
        const QSet<QString> ids = idsOf(*svg);
        QCOMPARE(ids.size(), static_cast<qsizetype>(graph.numNodes()));
        QVERIFY(ids.contains(QStringLiteral("node-0")));
    }
}

void ExportTest::awkwardNamesAreEscaped() {
    const Graph graph = treeGraph(TreeLstmGraphs::Granularity::kCells);
    GraphExportOptions options = kBuiltIn;
    options.picture.originText = [](const Origin&) { return std::string("<\"R&B\"> \x01 naïve"); };
    const auto svg = renderGraph(graph, ExportFormat::kSvg, options);
    QVERIFY(svg && !idsOf(*svg).isEmpty());
    QVERIFY(svg->contains("&lt;&quot;R&amp;B&quot;&gt;"));
}

void ExportTest::graphPngAndPdf() {
    const Graph graph = treeGraph(TreeLstmGraphs::Granularity::kCells);
    GraphExportOptions options = kBuiltIn;
    options.scale = 1.0;
    const QImage small = QImage::fromData(*renderGraph(graph, ExportFormat::kPng, options));
    options.scale = 2.0;
    const QImage large = QImage::fromData(*renderGraph(graph, ExportFormat::kPng, options));
    QVERIFY(!small.isNull());
    QVERIFY(std::abs(large.width() - 2 * small.width()) <= 1);
    QVERIFY(renderGraph(graph, ExportFormat::kPdf, options)->startsWith("%PDF"));
    options.scale = 1e6;
    const auto huge = renderGraph(graph, ExportFormat::kPng, options);
    QVERIFY(!huge && huge.error().code == ErrorCode::kResource);
}

void ExportTest::graphDotIsReadByDot() {
    const Graph graph = treeGraph(TreeLstmGraphs::Granularity::kOps);
    GraphExportOptions options;
    options.picture.originText = [](const Origin&) { return std::string("say \"hi\" \\o/"); };
    const QByteArray dot = *renderGraph(graph, ExportFormat::kDot, options);
    QProcess process;
    process.start(QStringLiteral("dot"), {QStringLiteral("-Tcanon")});
    if (!process.waitForStarted()) {
        QSKIP("Graphviz is not installed");
    }
    process.write(dot);
    process.closeWriteChannel();
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitCode(), 0);
    QCOMPARE(process.readAllStandardError(), QByteArray());
}

void ExportTest::graphJsonHasNodesAndEdges() {
    const Graph graph = treeGraph(TreeLstmGraphs::Granularity::kOps);
    const QJsonObject json = QJsonDocument::fromJson(*renderGraph(graph, ExportFormat::kJson)).object();
    QCOMPARE(json[QStringLiteral("nodes")].toArray().size(), static_cast<qsizetype>(graph.numNodes()));
    qsizetype numEdges = 0;
    for (std::size_t i = 0; i < graph.numNodes(); ++i) {
        for (const ValueId argument : graph.arguments(NodeId(i))) {
            numEdges += graph.value(argument).producer.isValid() ? 1 : 0;
        }
    }
    QCOMPARE(json[QStringLiteral("edges")].toArray().size(), numEdges);
}

void ExportTest::scheduleSvgNamesItsBatches() {
    const Graph graph = treeGraph(TreeLstmGraphs::Granularity::kCells);
    const Schedule schedule = plan(graph, **makePolicy("depth"));
    const auto svg =
        renderSchedule(graph, schedule, ExportFormat::kSvg, {.title = QStringLiteral("depth & more")});
    QVERIFY(svg);
    const QSet<QString> ids = idsOf(*svg);
    QCOMPARE(ids.size(), static_cast<qsizetype>(schedule.batches.size()));
    QVERIFY(svg->contains("depth &amp; more"));
}

void ExportTest::scheduleJsonAndCsv() {
    const Graph graph = treeGraph(TreeLstmGraphs::Granularity::kOps);
    const Schedule schedule = plan(graph, **makePolicy("fold"));
    const QJsonObject json =
        QJsonDocument::fromJson(*renderSchedule(graph, schedule, ExportFormat::kJson)).object();
    const QJsonArray batches = json[QStringLiteral("schedule")].toArray();
    QCOMPARE(batches.size(), static_cast<qsizetype>(schedule.batches.size()));
    qsizetype numNodes = 0;
    for (const QJsonValue batch : batches) {
        numNodes += batch.toObject()[QStringLiteral("nodes")].toArray().size();
    }
    QCOMPARE(numNodes, static_cast<qsizetype>(graph.numNodes()));
    QCOMPARE(json[QStringLiteral("pass_through")].toArray().size(),
             static_cast<qsizetype>(schedule.passThrough.size()));
    const QByteArray csv = *renderSchedule(graph, schedule, ExportFormat::kCsv);
    QCOMPARE(csv.count('\n'), static_cast<qsizetype>(schedule.batches.size()) + 1);
    QVERIFY(csv.startsWith("batch,name,size,"));
}

void ExportTest::treeSvg() {
    const Tree tree{.nodes = {{.label = 0, .token = 0},
                              {.label = 1, .token = 1},
                              {.label = 1, .firstChild = 0, .numChildren = 2}},
                    .children = {0, 1},
                    .tokens = {"<b>", "&c"}};
    const auto svg = renderTree(tree, 2, ExportFormat::kSvg);
    QVERIFY(svg);
    QCOMPARE(idsOf(*svg).size(), 3);
    QVERIFY(svg->contains("&lt;b&gt;"));
}

void ExportTest::formats() {
    QCOMPARE(*parseExportFormat("svg"), ExportFormat::kSvg);
    QCOMPARE(*exportFormatOf(QStringLiteral("/a/b.c/graph.PDF")), ExportFormat::kPdf);
    QVERIFY(!parseExportFormat("gif"));
    QVERIFY(!exportFormatOf(QStringLiteral("graph")));
}

void ExportTest::impossibleFormatsSaySo() {
    const Graph graph = treeGraph(TreeLstmGraphs::Granularity::kCells);
    const auto csv = renderGraph(graph, ExportFormat::kCsv);
    QVERIFY(!csv && csv.error().code == ErrorCode::kInvalid);
    const auto dot = renderSchedule(graph, plan(graph, **makePolicy("none")), ExportFormat::kDot);
    QVERIFY(!dot && dot.error().code == ErrorCode::kInvalid);
    QVERIFY(!renderPicture({}, ExportFormat::kSvg));
}

void ExportTest::filesAreWrittenWholeOrNotAtAll() {
    const QTemporaryDir folder;
    const Graph graph = treeGraph(TreeLstmGraphs::Granularity::kCells);
    const QString path = folder.filePath(QStringLiteral("graph.svg"));
    QVERIFY(exportGraph(graph, ExportFormat::kSvg, path, kBuiltIn));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(!idsOf(file.readAll()).isEmpty());
    const auto nowhere = exportSchedule(graph, plan(graph, **makePolicy("none")), ExportFormat::kCsv,
                                        folder.filePath(QStringLiteral("no/such/schedule.csv")));
    QVERIFY(!nowhere);
    QCOMPARE(nowhere.error().code, ErrorCode::kIo);
    QVERIFY(nowhere.error().message.find("schedule.csv") != std::string::npos);
}

}  // namespace loomscope

QTEST_MAIN(loomscope::ExportTest)
#include "export_test.moc"
