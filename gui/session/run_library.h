// SPDX-License-Identifier: GPL-3.0-or-later
// The stored runs as the window sees them: a list that is kept fresh, and changes to it, all off the GUI
// thread.
#pragma once

#include "gui/session/job_queue.h"
#include "gui/session/notices.h"
#include "storage/run_store.h"

#include <QObject>
#include <QTimer>

#include <filesystem>
#include <functional>
#include <map>
#include <vector>

namespace loomscope {

/// What the charts and the details of one run need.
struct RunDetails {
    RunRecord record;
    std::vector<StepDone> steps;
    std::vector<EpochDone> epochs;
};

/// Reads with a connection of each job's own, so that a run that is being written is never held up.
/// Threads: GUI thread.
class RunLibrary final : public QObject {
    Q_OBJECT

public:
    RunLibrary(std::filesystem::path store, JobQueue& jobs, Notices& notices, QObject* parent = nullptr);

    [[nodiscard]] const std::filesystem::path& store() const { return store_; }
    /// Newest first.
    [[nodiscard]] const std::vector<RunSummary>& runs() const { return runs_; }
    [[nodiscard]] const RunSummary* find(RunId run) const;

    /// Reads the list again; changed() follows if it is another.
    void refresh();
    void rename(RunId run, const QString& name);
    void remove(RunId run);
    /// Fetches what charts need of some runs; `done` gets those that could be read.
    void load(QObject* owner, const std::vector<RunId>& runs,
              std::function<void(std::vector<RunDetails>)> done);

signals:
    void changed();

private:
    void change(const QString& title, std::function<Result<void>(RunStore&)> work);

    std::filesystem::path store_;
    JobQueue& jobs_;
    Notices& notices_;
    std::vector<RunSummary> runs_;
    JobSlot listing_;
};

}  // namespace loomscope
