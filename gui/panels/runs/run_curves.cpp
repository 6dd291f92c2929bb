// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/runs/run_curves.h"

#include "gui/widgets/metric_text.h"
#include "viz/chart/plot_view.h"
#include "viz/core/palette.h"

#include <QHBoxLayout>

#include <cstdint>

namespace loomscope {

namespace {

/// A run keeps its colour whatever is chosen beside it.
int colorSlotOf(RunId run) {
    return static_cast<int>(static_cast<std::int64_t>(run) % kNumColorSlots);
}

}  // namespace

RunCurves::RunCurves(QWidget* parent)
    : QWidget(parent), loss_(new PlotView(this)), metric_(new PlotView(this)) {
    loss_->setObjectName(QStringLiteral("runLossPlot"));
    loss_->setAccessibleName(tr("Loss of the chosen runs"));
    loss_->setTitle(tr("Training loss"));
    loss_->setAxisTitles(tr("step"), {});
    loss_->setEmptyText(tr("Choose one run or several above."));
    metric_->setObjectName(QStringLiteral("runMetricPlot"));
    metric_->setAccessibleName(tr("Dev metric of the chosen runs"));
    metric_->setTitle(tr("Dev metric"));
    metric_->setAxisTitles(tr("epoch"), {});
    metric_->setEmptyText(tr("Choose one run or several above."));
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(8, 8, 8, 8);
    row->setSpacing(8);
    row->addWidget(loss_, 1);
    row->addWidget(metric_, 1);
}

void RunCurves::show(const std::vector<RunDetails>& runs) {
    loss_->clear();
    metric_->clear();
    QString metricName;
    for (const RunDetails& run : runs) {
        const QString name = QString::fromStdString(run.record.summary.name);
        const PlotStyle style{.colorSlot = colorSlotOf(run.record.summary.id)};
        std::vector<Sample> loss;
        loss.reserve(run.steps.size());
        for (const StepDone& step : run.steps) {
            loss.push_back({static_cast<double>(step.step), step.loss});
        }
        loss_->setSeries(name, std::move(loss), style);
        std::vector<Sample> metric;
        for (const EpochDone& epoch : run.epochs) {
            const auto value = epoch.devMetrics.find(epoch.chosenMetric);
            if (value != epoch.devMetrics.end()) {
                metric.push_back({static_cast<double>(epoch.epoch), value->second});
                metricName = metricTitle(epoch.chosenMetric);
            }
        }
        metric_->setSeries(name, std::move(metric), style);
    }
    metric_->setTitle(metricName.isEmpty() ? tr("Dev metric") : tr("Dev: %1").arg(metricName));
}

}  // namespace loomscope
