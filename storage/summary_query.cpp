// SPDX-License-Identifier: Apache-2.0
#include "storage/summary_query.h"

#include "storage/abandoned_runs.h"
#include "storage/statement.h"

#include <algorithm>

namespace loomscope {
namespace {

constexpr const char* kSummaries = R"(
    SELECT id, key, name, status, message, model, data, started, ended, seconds, notes, is_starred, is_archived,
           (SELECT max(step) FROM step WHERE step.run = run.id),
           (SELECT max(epoch) FROM epoch WHERE epoch.run = run.id),
           (SELECT max(epoch) FROM epoch WHERE epoch.run = run.id AND is_best)
    FROM run WHERE ?1 IS NULL OR id = ?1 ORDER BY id DESC)";

constexpr const char* kMetrics = R"(
    SELECT 'train_loss', train_loss FROM epoch WHERE run = ?1 AND epoch = ?2
    UNION ALL SELECT 'dev_loss', dev_loss FROM epoch WHERE run = ?1 AND epoch = ?2
    UNION ALL SELECT 'dev_' || name, value FROM metric WHERE run = ?1 AND scope = 'dev' AND epoch = ?2
    UNION ALL SELECT 'test_' || name, value FROM metric WHERE run = ?1 AND scope = 'test')";

RunStatus parseStatus(std::string_view text) {
    for (const RunStatus status :
         {RunStatus::kRunning, RunStatus::kFinished, RunStatus::kStopped, RunStatus::kFailed}) {
        if (name(status) == text) {
            return status;
        }
    }
    return RunStatus::kInterrupted;  // also for what a newer program may have thought of
}

RunSummary readSummary(SQLite::Statement& statement) {
    RunSummary run;
    std::string status;
    readRow(statement, run.id, run.key, run.name, status, run.message, run.model, run.data, run.started,
            run.ended, run.seconds, run.notes, run.isStarred, run.isArchived, run.steps, run.epochs,
            run.bestEpoch);
    run.status = parseStatus(status);
    return run;
}

/// Reads the summaries that a bound kSummaries gives, with what hangs on each.
std::vector<RunSummary> readAll(SQLite::Database& database, SQLite::Statement& statement) {
    SQLite::Statement metrics(database, kMetrics);
    SQLite::Statement tags(database, "SELECT name FROM tag WHERE run = ? ORDER BY name");
    const std::vector<RunId> abandoned = findAbandoned(database);
    std::vector<RunSummary> runs;
    while (statement.executeStep()) {
        RunSummary& run = runs.emplace_back(readSummary(statement));
        if (std::find(abandoned.begin(), abandoned.end(), run.id) != abandoned.end()) {
            // The store may be open for reading only, where the row can't be mended.
            run.status = RunStatus::kInterrupted;
            run.message = kInterruptedMessage;
        }
        bindValues(metrics, run.id, run.bestEpoch.value_or(run.epochs));
        while (metrics.executeStep()) {
            std::string metric;
            double value = 0;
            readRow(metrics, metric, value);
            run.metrics.insert_or_assign(std::move(metric), value);
        }
        metrics.reset();
        bindValues(tags, run.id);
        while (tags.executeStep()) {
            readRow(tags, run.tags.emplace_back());
        }
        tags.reset();
    }
    return runs;
}

}  // namespace

std::vector<RunSummary> querySummaries(SQLite::Database& database) {
    SQLite::Statement statement(database, kSummaries);
    return readAll(database, statement);
}

std::optional<RunSummary> querySummary(SQLite::Database& database, RunId run) {
    auto statement = select(database, kSummaries, run);
    auto runs = readAll(database, statement);
    return runs.empty() ? std::nullopt : std::optional(std::move(runs.front()));
}

}  // namespace loomscope
