// SPDX-License-Identifier: GPL-3.0-or-later
// The computation graph that the draft's model builds for the chosen example.
#pragma once

#include "gui/app/workbench.h"
#include "viz/graphviz/graph_layouter.h"

#include <QLabel>
#include <QWidget>

#include <memory>

namespace loomscope {

class BusyNote;
class GraphView;
class ModelChooser;
class SegmentedControl;

/// Hidden, it does nothing; it catches up when it is shown. The picture before stays until the new one is
/// ready.
class GraphPanel final : public QWidget {
    Q_OBJECT

public:
    explicit GraphPanel(Workbench& workbench, QWidget* parent = nullptr);

    /// True while a graph is being built or laid out.
    [[nodiscard]] bool isBusy() const { return building_.isBusy() || layouter_.isRunning(); }
    /// Writes the graph that is shown; the format follows the ending (svg, png, pdf, dot). Failures are
    /// notices.
    void exportTo(const QString& path);

signals:
    void pictureShown();

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* buildTools();
    void connectSession();
    void refresh();
    void layOut(ExampleGraph graph);
    void showLayout(const LayoutResult& result);
    void showCaption(const LayoutResult& result);
    void selectPart(std::int32_t part);
    void chooseExportFile(const QString& ending);

    Workbench& workbench_;
    ModelChooser* model_ = nullptr;
    SegmentedControl* granularity_ = nullptr;
    QLabel* zoom_ = nullptr;
    QLabel* caption_ = nullptr;
    GraphView* view_ = nullptr;
    BusyNote* busy_ = nullptr;
    GraphLayouter layouter_;
    JobSlot building_;
    std::shared_ptr<const Graph> graph_;
    PreviewKey shown_;  // or under way
};

}  // namespace loomscope
