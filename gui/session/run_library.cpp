// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/run_library.h"

#include <algorithm>
#include <utility>

namespace loomscope {

namespace {

Result<std::vector<RunSummary>> listRuns(const std::filesystem::path& store) {
    auto opened = RunStore::open(store, OpenMode::kReadOnly);
    if (!opened && opened.error().code == ErrorCode::kNotFound) {
        return std::vector<RunSummary>();  // no run was ever stored
    }
    if (!opened) {
        return fail(std::move(opened).error());
    }
    return opened->list();
}

Result<std::vector<RunDetails>> loadRuns(const std::filesystem::path& store, const std::vector<RunId>& runs,
                                         const JobControl& control) {
    LOOM_TRY(const RunStore opened, RunStore::open(store, OpenMode::kReadOnly));
    std::vector<RunDetails> all;
    for (const RunId run : runs) {
        if (control.isCancelled()) {
            return fail(ErrorCode::kCancelled, "cancelled");
        }
        RunDetails details;
        LOOM_TRY(details.record, opened.run(run));
        LOOM_TRY(details.steps, opened.steps(run));
        LOOM_TRY(details.epochs, opened.epochs(run));
        all.push_back(std::move(details));
    }
    return all;
}

}  // namespace

RunLibrary::RunLibrary(std::filesystem::path store, JobQueue& jobs, Notices& notices, QObject* parent)
    : QObject(parent), store_(std::move(store)), jobs_(jobs), notices_(notices), listing_(jobs, this) {}

const RunSummary* RunLibrary::find(RunId run) const {
    const auto found = std::ranges::find(runs_, run, &RunSummary::id);
    return found == runs_.end() ? nullptr : &*found;
}

void RunLibrary::refresh() {
    listing_.start(
        tr("Reading the list of runs"), [store = store_](const JobControl&) { return listRuns(store); },
        [this](Result<std::vector<RunSummary>> runs) {
            if (!runs) {
                notices_.postError(tr("The list of runs could not be read"), runs.error());
                return;
            }
            runs_ = std::move(*runs);
            emit changed();
        },
        JobVisibility::kHidden);
}

void RunLibrary::rename(RunId run, const QString& name) {
    change(tr("Renaming a run"),
           [run, name = name.toStdString()](RunStore& store) { return store.rename(run, name); });
}

void RunLibrary::remove(RunId run) {
    change(tr("Deleting a run"), [run](RunStore& store) { return store.remove(run); });
}

void RunLibrary::load(QObject* owner, const std::vector<RunId>& runs,
                      std::function<void(std::vector<RunDetails>)> done) {
    jobs_.start(
        owner, tr("Reading runs"),
        [store = store_, runs](const JobControl& control) { return loadRuns(store, runs, control); },
        [this, done = std::move(done)](Result<std::vector<RunDetails>> details) {
            if (!details) {
                notices_.postError(tr("The runs could not be read"), details.error());
                return;
            }
            done(std::move(*details));
        },
        JobVisibility::kHidden);
}

void RunLibrary::change(const QString& title, std::function<Result<void>(RunStore&)> work) {
    jobs_.start(
        this, title,
        [store = store_, work = std::move(work)](const JobControl&) -> Result<void> {
            LOOM_TRY(RunStore opened, RunStore::open(store, OpenMode::kReadWrite));
            return work(opened);
        },
        [this, title](const Result<void>& outcome) {
            if (!outcome) {
                notices_.postError(title, outcome.error());
            }
            refresh();
        });
}

}  // namespace loomscope
