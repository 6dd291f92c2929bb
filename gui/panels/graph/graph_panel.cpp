// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/graph/graph_panel.h"

#include "gui/widgets/busy_note.h"
#include "gui/widgets/file_chooser.h"
#include "gui/widgets/model_chooser.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/segmented_control.h"
#include "gui/widgets/tool_row.h"
#include "viz/export/export.h"
#include "viz/scene/graph_view.h"

#include <QFileInfo>
#include <QMenu>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>
#include <vector>

namespace loomscope {

GraphPanel::GraphPanel(Workbench& workbench, QWidget* parent)
    : QWidget(parent), workbench_(workbench), building_(workbench.jobs, this) {
    view_ = new GraphView(this);
    view_->setObjectName(QStringLiteral("graphView"));
    view_->setAccessibleName(tr("Computation graph"));
    view_->setEmptyText(tr("Choose an example on the left to see the graph that the model builds for it."));
    busy_ = new BusyNote(view_);
    caption_ = secondaryLabel();
    caption_->setObjectName(QStringLiteral("graphCaption"));
    caption_->setContentsMargins(12, 4, 12, 4);

    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(buildTools());
    column->addWidget(view_, 1);
    column->addWidget(caption_);
    connectSession();
}

QWidget* GraphPanel::buildTools() {
    auto* const tools = new ToolRow(this);
    model_ = new ModelChooser(workbench_.document, this);
    model_->setObjectName(QStringLiteral("graphModel"));
    tools->addLabelled(tr("Model"), model_);
    tools->addSpace();
    granularity_ = new SegmentedControl(tr("Granularity"), this);
    granularity_->setObjectName(QStringLiteral("graphGranularity"));
    granularity_->addSegment(QStringLiteral("cell"), tr("Cells"),
                             tr("One node for each call of a cell: Fold's view"));
    granularity_->addSegment(QStringLiteral("op"), tr("Ops"),
                             tr("Cells opened up, one node an operation: DyNet's view"));
    tools->add(granularity_);
    tools->addStretch();
    tools->addButton(IconName::kZoomOut, tr("Zoom out (Ctrl+-)"), QStringLiteral("graphZoomOut"),
                     [this] { view_->zoomOut(); });
    zoom_ = secondaryLabel(QStringLiteral("100 %"));
    zoom_->setFixedWidth(48);
    zoom_->setAlignment(Qt::AlignCenter);
    tools->add(zoom_);
    tools->addButton(IconName::kZoomIn, tr("Zoom in (Ctrl++)"), QStringLiteral("graphZoomIn"),
                     [this] { view_->zoomIn(); });
    tools->addButton(IconName::kFit, tr("Fit to the window (F)"), QStringLiteral("graphFit"),
                     [this] { view_->fit(); });
    QToolButton* const exporting =
        tools->addButton(IconName::kExport, tr("Export the graph"), QStringLiteral("graphExport"), {});
    auto* const menu = new QMenu(exporting);
    for (const QString& ending :
         {QStringLiteral("svg"), QStringLiteral("png"), QStringLiteral("pdf"), QStringLiteral("dot")}) {
        menu->addAction(tr("Export as %1…").arg(ending.toUpper()), this,
                        [this, ending] { chooseExportFile(ending); });
    }
    exporting->setMenu(menu);
    exporting->setPopupMode(QToolButton::InstantPopup);
    return tools;
}

void GraphPanel::connectSession() {
    connect(&workbench_.selection, &Selection::exampleChanged, this, &GraphPanel::refresh);
    connect(&workbench_.selection, &Selection::partChanged, this, &GraphPanel::selectPart);
    connect(&workbench_.document, &Document::draftChanged, this, [this] {
        granularity_->setCurrent(QString::fromStdString(workbench_.document.draft().engine.granularity));
        refresh();
    });
    connect(granularity_, &SegmentedControl::chosen, this, [this](const QString& key) {
        workbench_.document.edit([&](RunConfig& draft) { draft.engine.granularity = key.toStdString(); });
    });
    connect(&layouter_, &GraphLayouter::started, this, [this](int nodes, int /*edges*/) {
        busy_->start(tr("Laying out %1").arg(countText(nodes, tr("node"), tr("nodes"))));
    });
    connect(&layouter_, &GraphLayouter::laidOut, this, &GraphPanel::showLayout);
    connect(busy_, &BusyNote::cancelled, this, [this] {
        building_.cancel();
        layouter_.cancel();
    });
    connect(view_, &GraphView::zoomChanged, this,
            [this](double zoom) { zoom_->setText(QStringLiteral("%1 %").arg(qRound(zoom * 100))); });
    connect(view_, &GraphView::nodeSelected, this, [this](int node) {
        const auto& graph = view_->picture().graph;
        if (graph && node >= 0) {
            workbench_.selection.setPart(graph->nodes[static_cast<std::size_t>(node)].origin.part);
        }
    });
}

void GraphPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
}

void GraphPanel::refresh() {
    const std::shared_ptr<const Example> example = workbench_.document.example();
    PreviewKey key = workbench_.document.previewKey();
    key.batch = 0;  // one example only
    if (!isVisible() || !example || key == shown_) {
        return;
    }
    shown_ = std::move(key);
    busy_->start(tr("Building the graph"));
    building_.start(
        tr("Building the graph of example %1").arg(workbench_.selection.example() + 1),
        [example, config = workbench_.document.draft(), train = workbench_.document.data()->parts[0].dataset,
         models = workbench_.models](const JobControl&) -> Result<ExampleGraph> {
            return models->with(config, train, [&](const Model& model) {
                return makeExampleGraph(model, *example, config.engine.granularity);
            });
        },
        [this](Result<ExampleGraph> graph) {
            busy_->stop();
            if (!graph) {
                workbench_.notices.postError(tr("The graph could not be built"), graph.error());
                return;
            }
            layOut(std::move(*graph));
        });
}

void GraphPanel::layOut(ExampleGraph graph) {
    graph_ = std::move(graph.graph);
    layouter_.request(std::move(graph.picture));
}

void GraphPanel::showLayout(const LayoutResult& result) {
    busy_->stop();
    view_->setPicture(result);
    view_->setNote(result.note);
    showCaption(result);
    selectPart(workbench_.selection.part());
    emit pictureShown();
}

void GraphPanel::showCaption(const LayoutResult& result) {
    std::uint32_t depth = 0;
    for (const PictureNode& node : result.graph->nodes) {
        depth = std::max(depth, node.depth);
    }
    const bool isGraphviz = result.engine == LayoutEngine::kAutomatic;
    caption_->setText(
        tr("Example %1 · %2 · %3 · depth %4 · laid out by %5 in %6 ms")
            .arg(workbench_.selection.example() + 1)
            .arg(countText(static_cast<std::int64_t>(result.graph->nodes.size()), tr("node"), tr("nodes")),
                 countText(static_cast<std::int64_t>(result.graph->edges.size()), tr("arrow"), tr("arrows")))
            .arg(depth)
            .arg(isGraphviz ? tr("Graphviz") : tr("the built-in layout"))
            .arg(result.elapsed.count()));
}

void GraphPanel::selectPart(std::int32_t part) {
    const auto& graph = view_->picture().graph;
    if (!graph) {
        return;
    }
    std::vector<int> nodes;
    for (std::size_t i = 0; part >= 0 && i < graph->nodes.size(); ++i) {
        if (graph->nodes[i].origin.part == part) {
            nodes.push_back(static_cast<int>(i));
        }
    }
    view_->setHighlightedNodes(nodes);
}

void GraphPanel::chooseExportFile(const QString& ending) {
    if (!view_->picture().graph) {
        workbench_.notices.post({.text = tr("There is no graph to export yet. Choose an example first.")});
        return;
    }
    chooseFileToWrite(this, workbench_.settings, tr("Export the graph"),
                      QStringLiteral("graph-%1.%2").arg(workbench_.selection.example() + 1).arg(ending),
                      [this](const QString& path) { exportTo(path); });
}

void GraphPanel::exportTo(const QString& path) {
    const Result<ExportFormat> format = exportFormatOf(path);
    if (!format) {
        workbench_.notices.postError(tr("The graph could not be exported"), format.error());
        return;
    }
    workbench_.jobs.start(
        this, tr("Exporting %1").arg(QFileInfo(path).fileName()),
        [path, format = *format, picture = view_->picture(), graph = graph_,
         models = workbench_.models](const JobControl&) -> Result<void> {
            const auto lock = models->lock();
            const bool isPicture = format != ExportFormat::kDot && format != ExportFormat::kJson;
            LOOM_TRY(const QByteArray content,
                     isPicture ? renderPicture(picture, format) : renderGraph(*graph, format));
            return writeFile(path, content);
        },
        [this, path](const Result<void>& outcome) {
            if (!outcome) {
                workbench_.notices.postError(tr("The graph could not be exported"), outcome.error());
                return;
            }
            workbench_.notices.post({.text = tr("Wrote %1").arg(path)});
        });
}

}  // namespace loomscope
