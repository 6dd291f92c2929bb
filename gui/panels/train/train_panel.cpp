// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/train/train_panel.h"

#include "gui/panels/train/live_charts.h"
#include "gui/panels/train/train_form.h"
#include "gui/widgets/icons.h"
#include "gui/widgets/metric_text.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/tool_row.h"

#include <QHBoxLayout>
#include <QScrollArea>
#include <QStringList>
#include <QVBoxLayout>

namespace loomscope {

namespace {

constexpr int kFormWidth = 320;

}  // namespace

TrainPanel::TrainPanel(Workbench& workbench, QWidget* parent) : QWidget(parent), workbench_(workbench) {
    auto* const left = new QWidget(this);
    left->setProperty("role", "side");
    left->setAttribute(Qt::WA_StyledBackground);
    left->setFixedWidth(kFormWidth);
    auto* const leftColumn = new QVBoxLayout(left);
    leftColumn->setContentsMargins(0, 0, 0, 0);
    leftColumn->setSpacing(0);
    leftColumn->addWidget(buildForm(), 1);
    leftColumn->addWidget(buildButtons());
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(left);
    row->addWidget(buildLive(), 1);
    connectSession();
    showState();
}

QWidget* TrainPanel::buildForm() {
    form_ = new TrainForm(workbench_.document, this);
    auto* const scroll = new QScrollArea(this);
    scroll->setObjectName(QStringLiteral("trainFormScroll"));
    scroll->setAccessibleName(tr("Settings of the next run"));
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidgetResizable(true);
    scroll->setWidget(form_);
    return scroll;
}

QWidget* TrainPanel::buildButtons() {
    auto* const bar = new QWidget(this);
    bar->setProperty("role", "footer");
    bar->setAttribute(Qt::WA_StyledBackground);
    problem_ = new QLabel(bar);
    problem_->setObjectName(QStringLiteral("trainProblem"));
    problem_->setProperty("role", "problem");
    problem_->setWordWrap(true);
    const auto add = [bar](const QString& text, IconName iconName, const QString& name) {
        auto* const button = new QPushButton(icon(iconName), text, bar);
        button->setObjectName(name);
        button->setAccessibleName(text);
        return button;
    };
    start_ = add(tr("Start"), IconName::kPlay, QStringLiteral("trainStart"));
    start_->setIcon(iconOnAccent(IconName::kPlay));
    start_->setProperty("role", "primary");
    pause_ = add(tr("Pause"), IconName::kPause, QStringLiteral("trainPause"));
    stop_ = add(tr("Stop"), IconName::kStop, QStringLiteral("trainStop"));
    connect(start_, &QPushButton::clicked, this, &TrainPanel::start);
    connect(pause_, &QPushButton::clicked, this,
            [this] { workbench_.training.setPaused(workbench_.training.state() == TrainState::kRunning); });
    connect(stop_, &QPushButton::clicked, &workbench_.training, &TrainingSession::stop);
    auto* const buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(start_, 2);
    buttons->addWidget(pause_, 1);
    buttons->addWidget(stop_, 1);
    auto* const column = new QVBoxLayout(bar);
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(8);
    column->addWidget(problem_);
    column->addLayout(buttons);
    return bar;
}

QWidget* TrainPanel::buildLive() {
    auto* const live = new QWidget(this);
    live->setMinimumWidth(360);
    charts_ = new LiveCharts(live);
    auto* const column = new QVBoxLayout(live);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(buildStatus());
    column->addWidget(charts_, 1);
    return live;
}

QWidget* TrainPanel::buildStatus() {
    auto* const block = new QWidget(this);
    title_ = new QLabel(block);
    title_->setObjectName(QStringLiteral("trainTitle"));
    title_->setProperty("role", "heading");
    status_ = secondaryLabel();
    status_->setObjectName(QStringLiteral("trainStatus"));
    status_->setWordWrap(true);  // why a run failed may be long
    progress_ = new QProgressBar(block);
    progress_->setObjectName(QStringLiteral("trainProgress"));
    progress_->setAccessibleName(tr("Progress of the run"));
    progress_->setTextVisible(false);
    progress_->setFixedHeight(4);
    progress_->setRange(0, 1);
    auto* const column = new QVBoxLayout(block);
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(4);
    column->addWidget(title_);
    column->addWidget(status_);
    column->addSpacing(4);
    column->addWidget(progress_);
    return block;
}

void TrainPanel::connectSession() {
    connect(form_, &TrainForm::problemChanged, this, &TrainPanel::showState);
    connect(&workbench_.training, &TrainingSession::stateChanged, this, &TrainPanel::showState);
    connect(&workbench_.training, &TrainingSession::updated, this, [this] {
        charts_->show(workbench_.training.history());
        showProgress();
    });
    connect(&workbench_.training, &TrainingSession::ended, this, &TrainPanel::showResult);
}

void TrainPanel::start() {
    const QString problem = form_->problem();
    if (!problem.isEmpty()) {
        workbench_.notices.post(
            {.kind = NoticeKind::kWarning, .text = tr("Training can't start. %1").arg(problem)});
        return;
    }
    workbench_.training.start(workbench_.document.draft());
}

void TrainPanel::showState() {
    const TrainState state = workbench_.training.state();
    const QString problem = form_->problem();
    problem_->setText(problem);
    problem_->setVisible(!problem.isEmpty());
    start_->setEnabled(state == TrainState::kIdle && problem.isEmpty());
    start_->setToolTip(problem);
    pause_->setEnabled(state == TrainState::kRunning || state == TrainState::kPaused);
    pause_->setText(state == TrainState::kPaused ? tr("Resume") : tr("Pause"));
    pause_->setIcon(icon(state == TrainState::kPaused ? IconName::kPlay : IconName::kPause));
    pause_->setAccessibleName(pause_->text());
    stop_->setEnabled(workbench_.training.isActive() && state != TrainState::kStopping);
    showProgress();
}

void TrainPanel::showProgress() {
    const TrainingSession& training = workbench_.training;
    const TrainingHistory& history = training.history();
    if (!history.started) {
        const bool isActive = training.isActive();
        title_->setText(isActive ? tr("Preparing") : tr("Ready to train"));
        const QString what = QString::fromStdString(training.preparation().what);
        status_->setText(!isActive        ? tr("Set up the run on the left, then press Start.")
                         : what.isEmpty() ? tr("Opening the data and making the model")
                                          : what);
        progress_->setRange(0, isActive ? 0 : 1);
        return;
    }
    const RunConfig& config = history.started->config;
    const std::int64_t total = history.started->stepsPerEpoch * config.train.epochs;
    const std::int64_t step = history.steps.empty() ? 0 : history.steps.back().step;
    progress_->setRange(0, static_cast<int>(total));
    progress_->setValue(static_cast<int>(step));
    if (!training.isActive()) {
        return;
    }
    const QString state = training.state() == TrainState::kPaused     ? tr("Paused")
                          : training.state() == TrainState::kStopping ? tr("Stopping")
                                                                      : tr("Training");
    title_->setText(tr("%1 %2").arg(state, QString::fromStdString(config.model)));
    QStringList parts{tr("epoch %1 of %2")
                          .arg(history.steps.empty() ? 1 : history.steps.back().epoch)
                          .arg(config.train.epochs),
                      tr("step %1 of %2").arg(groupedDigits(step), groupedDigits(total))};
    if (!history.steps.empty()) {
        parts << tr("%1 examples/s")
                     .arg(groupedDigits(qRound(history.examplesPerSecond(history.steps.size() - 1))));
    }
    if (const std::optional<double> left = training.secondsLeft()) {
        parts << tr("%1 left").arg(durationText(*left));
    }
    status_->setText(parts.join(QStringLiteral(" · ")));
}

void TrainPanel::showResult() {
    const TrainingHistory& history = workbench_.training.history();
    if (!history.started || !history.ended) {
        showProgress();
        return;
    }
    const QString model = QString::fromStdString(history.started->config.model);
    const bool isFinished = history.ended->status == RunStatus::kFinished;
    title_->setText(isFinished                                     ? tr("Trained %1").arg(model)
                    : history.ended->status == RunStatus::kStopped ? tr("Stopped %1").arg(model)
                                                                   : tr("%1 failed").arg(model));
    QStringList parts{durationText(history.ended->seconds)};
    if (!history.ended->message.empty()) {
        parts << QString::fromStdString(history.ended->message);
    }
    if (history.test) {
        parts << tr("best epoch %1").arg(history.test->bestEpoch);
        QStringList all;
        for (const auto& [name, value] : history.test->metrics) {
            all << tr("test %1 %2").arg(metricTitle(name), metricValue(value));
            if (!history.epochs.empty() && name == history.epochs.back().chosenMetric) {
                parts << all.back();
            }
        }
        status_->setToolTip(all.join(QLatin1Char('\n')));
    }
    status_->setText(parts.join(QStringLiteral(" · ")));
    if (isFinished) {
        progress_->setValue(progress_->maximum());
    }
}

}  // namespace loomscope
