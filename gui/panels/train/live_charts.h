// SPDX-License-Identifier: GPL-3.0-or-later
// Loss, dev metric and throughput of the run under way.
#pragma once

#include "gui/session/training_session.h"

#include <QWidget>

namespace loomscope {

class PlotView;

class LiveCharts final : public QWidget {
    Q_OBJECT

public:
    explicit LiveCharts(QWidget* parent = nullptr);

    /// Shows the history as it is now; an empty one clears.
    void show(const TrainingHistory& history);
    using QWidget::show;

private:
    void showSteps(const TrainingHistory& history);
    void showEpochs(const TrainingHistory& history);

    PlotView* loss_;
    PlotView* metric_;
    PlotView* throughput_;
    std::size_t numEpochs_ = 0;
    std::int64_t lastStep_ = 0;
};

}  // namespace loomscope
