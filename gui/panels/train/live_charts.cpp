// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/train/live_charts.h"

#include "gui/widgets/metric_text.h"
#include "viz/chart/plot_view.h"

#include <QGridLayout>

#include <utility>
#include <vector>

namespace loomscope {

namespace {

constexpr int kStepSlot = 0;
constexpr int kTrainSlot = 2;
constexpr int kDevSlot = 1;

PlotView* addPlot(QWidget* parent, const QString& name, const QString& title, const QString& empty) {
    auto* const plot = new PlotView(parent);
    plot->setObjectName(name);
    plot->setAccessibleName(title);
    plot->setTitle(title);
    plot->setEmptyText(empty);
    return plot;
}

}  // namespace

LiveCharts::LiveCharts(QWidget* parent) : QWidget(parent) {
    loss_ = addPlot(this, QStringLiteral("lossPlot"), tr("Loss"),
                    tr("Press Start: the loss of every step appears here."));
    loss_->setAxisTitles(tr("step"), {});
    metric_ =
        addPlot(this, QStringLiteral("metricPlot"), tr("Dev metric"), tr("Appears after the first epoch."));
    metric_->setAxisTitles(tr("epoch"), {});
    throughput_ = addPlot(this, QStringLiteral("throughputPlot"), tr("Examples per second"),
                          tr("Appears with the first steps."));
    throughput_->setAxisTitles(tr("step"), {});
    throughput_->setLegendVisible(false);
    auto* const grid = new QGridLayout(this);
    grid->setContentsMargins(8, 0, 8, 8);
    grid->setSpacing(8);
    grid->addWidget(loss_, 0, 0, 1, 2);
    grid->addWidget(metric_, 1, 0);
    grid->addWidget(throughput_, 1, 1);
    grid->setRowStretch(0, 4);
    grid->setRowStretch(1, 3);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
}

void LiveCharts::show(const TrainingHistory& history) {
    const std::int64_t last = history.steps.empty() ? 0 : history.steps.back().step;
    if (last < lastStep_ || last == 0) {
        loss_->clear();
        metric_->clear();
        throughput_->clear();
        numEpochs_ = 0;
    }
    if (last != lastStep_) {
        showSteps(history);
    }
    if (history.epochs.size() != numEpochs_) {
        showEpochs(history);
    }
    lastStep_ = last;
    numEpochs_ = history.epochs.size();
}

void LiveCharts::showSteps(const TrainingHistory& history) {
    std::vector<Sample> loss;
    std::vector<Sample> throughput;
    loss.reserve(history.steps.size());
    throughput.reserve(history.steps.size());
    for (std::size_t i = 0; i < history.steps.size(); ++i) {
        const auto step = static_cast<double>(history.steps[i].step);
        loss.push_back({step, history.steps[i].loss});
        throughput.push_back({step, history.examplesPerSecond(i)});
    }
    loss_->setSeries(tr("step"), std::move(loss), {.colorSlot = kStepSlot});
    throughput_->setSeries(tr("examples/s"), std::move(throughput), {.colorSlot = kStepSlot});
}

void LiveCharts::showEpochs(const TrainingHistory& history) {
    std::vector<Sample> train;
    std::vector<Sample> dev;
    std::vector<Sample> metric;
    for (const EpochDone& epoch : history.epochs) {
        train.push_back({static_cast<double>(epoch.step), epoch.trainLoss});
        dev.push_back({static_cast<double>(epoch.step), epoch.devLoss});
        const auto chosen = epoch.devMetrics.find(epoch.chosenMetric);
        if (chosen != epoch.devMetrics.end()) {
            metric.push_back({static_cast<double>(epoch.epoch), chosen->second});
        }
    }
    loss_->setSeries(tr("train, epoch mean"), std::move(train), {.colorSlot = kTrainSlot});
    loss_->setSeries(tr("dev"), std::move(dev), {.colorSlot = kDevSlot});
    const QString name = metricTitle(history.epochs.back().chosenMetric);
    metric_->setTitle(tr("Dev: %1").arg(name));
    metric_->setLegendVisible(false);
    metric_->setSeries(name, std::move(metric), {.colorSlot = kDevSlot});
}

}  // namespace loomscope
