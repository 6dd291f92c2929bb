// SPDX-License-Identifier: Apache-2.0
// What people change about a run, and what is mended when a store is opened.
#include "storage/abandoned_runs.h"
#include "storage/run_store.h"
#include "storage/transaction.h"

namespace loomscope {
namespace {

/// Runs one statement whose first parameter is the run, after making sure that the run is there.
template <class... Values>
Result<void> change(SQLite::Database& database, const std::filesystem::path& file, RunId run, const char* sql,
                    const Values&... values) {
    return changeStore(database, file, [&]() -> Result<void> {
        if (!select(database, "SELECT 1 FROM run WHERE id = ?", run).executeStep()) {
            return failNoSuchRun(run);
        }
        execute(database, sql, run, values...);
        return {};
    });
}

}  // namespace

Result<void> RunStore::rename(RunId run, std::string_view name) {
    if (name.empty()) {
        return fail(ErrorCode::kInvalid, "A run's name can't be empty.");
    }
    return change(*database_, file_, run, "UPDATE run SET name = ?2 WHERE id = ?1", name);
}

Result<void> RunStore::addTag(RunId run, std::string_view tag) {
    if (tag.empty()) {
        return fail(ErrorCode::kInvalid, "A tag can't be empty.");
    }
    return change(*database_, file_, run, "INSERT OR IGNORE INTO tag VALUES (?1, ?2)", tag);
}

Result<void> RunStore::removeTag(RunId run, std::string_view tag) {
    return change(*database_, file_, run, "DELETE FROM tag WHERE run = ?1 AND name = ?2", tag);
}

Result<void> RunStore::setStar(RunId run, Mark star) {
    return change(*database_, file_, run, "UPDATE run SET is_starred = ?2 WHERE id = ?1", star == Mark::kOn);
}

Result<void> RunStore::setArchived(RunId run, Mark archived) {
    return change(*database_, file_, run, "UPDATE run SET is_archived = ?2 WHERE id = ?1",
                  archived == Mark::kOn);
}

Result<void> RunStore::setNotes(RunId run, std::string_view notes) {
    return change(*database_, file_, run, "UPDATE run SET notes = ?2 WHERE id = ?1", notes);
}

Result<void> RunStore::remove(RunId run) {
    return changeStore(*database_, file_, [&]() -> Result<void> {
        if (select(*database_, "SELECT 1 FROM run WHERE id = ? AND status = 'running'", run).executeStep()) {
            return fail(ErrorCode::kInvalid, "The run is still running. Stop it before you delete it.");
        }
        if (execute(*database_, "DELETE FROM run WHERE id = ?", run) == 0) {
            return failNoSuchRun(run);
        }
        return {};
    });
}

Result<int> RunStore::markInterrupted() {
    // Looked at before the lock is asked for, so that opening a store never waits for writers without need.
    LOOM_TRY(const auto suspects, readStore(*database_, file_, [&]() -> Result<std::vector<RunId>> {
                 return findAbandoned(*database_);
             }));
    if (suspects.empty()) {
        return 0;
    }
    return changeStore(*database_, file_, [&]() -> Result<int> {
        const auto abandoned = findAbandoned(*database_);
        for (const RunId run : abandoned) {
            execute(
                *database_,
                "UPDATE run SET status = 'interrupted', message = 'The program ended before the run did.' "
                "WHERE id = ?",
                run);
            execute(*database_, "DELETE FROM owner WHERE run = ?", run);
        }
        return static_cast<int>(abandoned.size());
    });
}

}  // namespace loomscope
