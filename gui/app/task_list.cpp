// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/task_list.h"

#include "gui/widgets/icons.h"
#include "gui/widgets/number_text.h"

#include <QHBoxLayout>
#include <QMenu>

#include <algorithm>

namespace loomscope {

namespace {

QString describe(const JobInfo& job) {
    const QString seconds = durationText(static_cast<double>(job.elapsedMs) / 1000.0);
    if (job.isCancelled) {
        return TaskList::tr("%1: stopping · %2").arg(job.title, seconds);
    }
    if (job.progress.total > 0) {
        return TaskList::tr("%1 · %2 of %3 · %4")
            .arg(job.title, groupedDigits(job.progress.done), groupedDigits(job.progress.total), seconds);
    }
    if (job.progress.done > 0) {
        return QStringLiteral("%1 · %2 · %3").arg(job.title, groupedDigits(job.progress.done), seconds);
    }
    return QStringLiteral("%1 · %2").arg(job.title, seconds);
}

}  // namespace

TaskList::TaskList(JobQueue& jobs, QWidget* parent)
    : QWidget(parent),
      jobs_(jobs),
      text_(new QLabel(this)),
      progress_(new QProgressBar(this)),
      cancel_(new QToolButton(this)),
      more_(new QToolButton(this)) {
    text_->setObjectName(QStringLiteral("taskText"));
    text_->setProperty("role", "secondary");
    progress_->setObjectName(QStringLiteral("taskProgress"));
    progress_->setAccessibleName(tr("Progress of the task"));
    progress_->setTextVisible(false);
    progress_->setFixedSize(120, 4);
    cancel_->setObjectName(QStringLiteral("taskCancel"));
    cancel_->setText(tr("Cancel"));
    cancel_->setAccessibleName(tr("Cancel the task"));
    cancel_->setAutoRaise(true);
    more_->setObjectName(QStringLiteral("taskMore"));
    more_->setAccessibleName(tr("All tasks"));
    more_->setAutoRaise(true);
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 8, 0);
    row->setSpacing(8);
    row->addWidget(text_);
    row->addWidget(progress_);
    row->addWidget(cancel_);
    row->addWidget(more_);
    connect(cancel_, &QToolButton::clicked, this, [this] { jobs_.cancel(shown_); });
    connect(more_, &QToolButton::clicked, this, &TaskList::showMenu);
    connect(&jobs_, &JobQueue::changed, this, &TaskList::refresh);
    refresh();
}

void TaskList::refresh() {
    std::vector<JobInfo> jobs = jobs_.jobs();
    std::erase_if(jobs, [](const JobInfo& job) { return job.elapsedMs < kQuietMs; });
    setVisible(!jobs.empty());
    if (jobs.empty()) {
        return;
    }
    const JobInfo& job = jobs.back();
    shown_ = job.number;
    text_->setText(describe(job));
    progress_->setRange(0, static_cast<int>(std::min<std::int64_t>(job.progress.total, 1'000'000)));
    if (job.progress.total > 0) {
        progress_->setValue(static_cast<int>(std::min(job.progress.done, job.progress.total)));
    }
    cancel_->setEnabled(!job.isCancelled);
    more_->setVisible(jobs.size() > 1);
    more_->setText(tr("+%1").arg(jobs.size() - 1));
}

void TaskList::showMenu() {
    auto* const menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const JobInfo& job : jobs_.jobs()) {
        menu->addAction(icon(IconName::kClose), tr("Cancel: %1").arg(describe(job)), this,
                        [this, number = job.number] { jobs_.cancel(number); });
    }
    menu->popup(more_->mapToGlobal(QPoint(0, 0)));
}

}  // namespace loomscope
