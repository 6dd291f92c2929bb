// SPDX-License-Identifier: GPL-3.0-or-later
// Background work of the window: progress, cancelling, and results that arrive on the GUI thread or not at
// all.
#pragma once

#include "engine/base/job_control.h"
#include "engine/base/result.h"

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QString>
#include <QTimer>

#include <concepts>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <type_traits>
#include <vector>

namespace loomscope {

using JobNumber = quint64;

/// What the task list shows of one job.
struct JobInfo {
    JobNumber number = 0;
    QString title;
    Progress progress;
    qint64 elapsedMs = 0;
    bool isCancelled = false;  ///< asked to stop; its thread may still be on the way out
};

/// Whether the work and its failures are shown to the person.
enum class JobVisibility : quint8 { kListed, kHidden };

/// Runs jobs, each on a thread of its own, and hands their results to the GUI thread.
/// Threads: all member functions belong to the GUI thread. Destroying the queue stops and joins every job.
class JobQueue final : public QObject {
    Q_OBJECT

public:
    explicit JobQueue(QObject* parent = nullptr);
    ~JobQueue() override;

    /// Runs `work(const JobControl&)`, which returns a Result, on another thread; then calls `done(Result)`
    /// on the GUI thread, exactly once, unless `owner` is gone by then or the job was dropped. An exception
    /// becomes kInternal.
    template <class Work, class Done>
    JobNumber start(QObject* owner, const QString& title, Work work, Done done,
                    JobVisibility visibility = JobVisibility::kListed) {
        using Outcome = std::invoke_result_t<Work&, const JobControl&>;
        auto outcome = std::make_shared<std::optional<Outcome>>();
        return startJob(
            owner, title,
            [outcome, work = std::move(work)](const JobControl& control) mutable {
                outcome->emplace(work(control));
            },
            [outcome, done = std::move(done)](std::optional<Error> instead) mutable {
                done(instead ? Outcome(fail(std::move(*instead))) : std::move(**outcome));
            },
            visibility);
    }

    /// Asks the job to stop. Its owner hears kCancelled at once; whatever the thread still brings is thrown
    /// away.
    void cancel(JobNumber job);
    /// Asks the job to stop, and its owner hears nothing more.
    void drop(JobNumber job);

    /// Jobs to show, oldest first.
    [[nodiscard]] std::vector<JobInfo> jobs() const;
    /// True while a thread of any job is alive.
    [[nodiscard]] bool isBusy() const { return !jobs_.empty(); }

signals:
    /// A job started or ended, or (ten times a second) may have moved on.
    void changed();

private:
    struct Job;
    using Work = std::function<void(const JobControl&)>;
    using Deliver = std::function<void(std::optional<Error>)>;

    JobNumber startJob(QObject* owner, QString title, Work work, Deliver deliver, JobVisibility visibility);
    void finish(JobNumber number, const std::optional<Error>& error);

    std::map<JobNumber, std::unique_ptr<Job>> jobs_;
    JobNumber lastNumber_ = 0;
    QTimer tick_;
};

/// The one current job of its owner: starting another drops the earlier, so that only the newest result
/// arrives.
class JobSlot final {
public:
    JobSlot(JobQueue& queue, QObject* owner) : queue_(&queue), owner_(owner) {}
    ~JobSlot() { drop(); }
    JobSlot(const JobSlot&) = delete;
    JobSlot& operator=(const JobSlot&) = delete;

    template <class Work, class Done>
    void start(QString title, Work work, Done done, JobVisibility visibility = JobVisibility::kListed) {
        drop();
        current_ = queue_->start(
            owner_, std::move(title), std::move(work),
            [this, done = std::move(done)](auto outcome) mutable {
                current_ = 0;
                done(std::move(outcome));
            },
            visibility);
    }
    void cancel() {
        if (current_ != 0 && queue_) {
            queue_->cancel(current_);
        }
    }
    void drop() {
        if (current_ != 0 && queue_) {
            queue_->drop(current_);
        }
        current_ = 0;
    }
    [[nodiscard]] bool isBusy() const { return current_ != 0; }

private:
    QPointer<JobQueue> queue_;
    QObject* owner_;
    JobNumber current_ = 0;
};

}  // namespace loomscope
