// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/job_queue.h"

#include <QMetaObject>

#include <exception>
#include <utility>

namespace loomscope {

namespace {

/// Written by the job's thread, read by the GUI thread.
class ProgressBox {
public:
    void put(Progress progress) {
        const std::lock_guard lock(mutex_);
        progress_ = std::move(progress);
    }
    [[nodiscard]] Progress get() const {
        const std::lock_guard lock(mutex_);
        return progress_;
    }

private:
    mutable std::mutex mutex_;
    Progress progress_;
};

constexpr int kTickMs = 100;

}  // namespace

struct JobQueue::Job {
    QString title;
    QPointer<QObject> owner;
    Deliver deliver;  // empty once the owner has been told, or shall not be
    JobVisibility visibility = JobVisibility::kListed;
    QElapsedTimer started;
    bool isCancelled = false;
    std::shared_ptr<ProgressBox> progress = std::make_shared<ProgressBox>();
    std::jthread thread;
};

JobQueue::JobQueue(QObject* parent) : QObject(parent) {
    tick_.setInterval(kTickMs);
    connect(&tick_, &QTimer::timeout, this, &JobQueue::changed);
}

JobQueue::~JobQueue() {
    for (const auto& [number, job] : jobs_) {
        job->thread.request_stop();
    }
    jobs_.clear();  // joins
}

JobNumber JobQueue::startJob(QObject* owner, QString title, Work work, Deliver deliver,
                             JobVisibility visibility) {
    const JobNumber number = ++lastNumber_;
    auto job = std::make_unique<Job>();
    job->title = title;
    job->owner = owner;
    job->deliver = std::move(deliver);
    job->visibility = visibility;
    job->started.start();
    job->thread = std::jthread([this, number, work = std::move(work),
                                box = job->progress](std::stop_token stop) mutable {
        std::optional<Error> error;
        try {
            work(JobControl{.stop = std::move(stop),
                            .report = [box](const Progress& progress) { box->put(progress); }});
        } catch (const std::exception& exception) {
            error = Error{.code = ErrorCode::kInternal, .message = exception.what()};
        }
        work = nullptr;  // what it captured is released here, not on the GUI thread
        QMetaObject::invokeMethod(
            this, [this, number, error = std::move(error)] { finish(number, error); }, Qt::QueuedConnection);
    });
    jobs_.emplace(number, std::move(job));
    tick_.start();
    emit changed();
    return number;
}

void JobQueue::finish(JobNumber number, const std::optional<Error>& error) {
    const auto found = jobs_.find(number);
    const std::unique_ptr<Job> job = std::move(found->second);
    jobs_.erase(found);
    if (jobs_.empty()) {
        tick_.stop();
    }
    emit changed();
    if (job->deliver && job->owner) {
        job->deliver(error);
    }
}

void JobQueue::cancel(JobNumber number) {
    const auto found = jobs_.find(number);
    if (found == jobs_.end() || found->second->isCancelled) {
        return;
    }
    Job& job = *found->second;
    const QString title = job.title;
    const QPointer<QObject> owner = job.owner;
    const Deliver deliver = std::move(job.deliver);
    drop(number);
    if (deliver && owner) {
        deliver(Error{.code = ErrorCode::kCancelled, .message = title.toStdString() + " was cancelled."});
    }
}

void JobQueue::drop(JobNumber number) {
    const auto found = jobs_.find(number);
    if (found == jobs_.end()) {
        return;
    }
    found->second->deliver = nullptr;
    found->second->isCancelled = true;
    found->second->thread.request_stop();
    emit changed();
}

std::vector<JobInfo> JobQueue::jobs() const {
    std::vector<JobInfo> list;
    for (const auto& [number, job] : jobs_) {
        if (job->visibility == JobVisibility::kListed) {
            list.push_back(
                {number, job->title, job->progress->get(), job->started.elapsed(), job->isCancelled});
        }
    }
    return list;
}

}  // namespace loomscope
