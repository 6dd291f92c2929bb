// SPDX-License-Identifier: Apache-2.0
#include "storage/run_rows.h"

#include "engine/base/check.h"
#include "storage/run_key.h"
#include "storage/statement.h"
#include "storage/utc_time.h"

#include <SQLiteCpp/Transaction.h>
#include <fmt/format.h>

#include <algorithm>
#include <sqlite3.h>

namespace loomscope {
namespace {

constexpr const char* kInsertStep = R"(
    INSERT INTO step (run, step, epoch, loss, examples, nodes, batches, launches, gradient_norm, seconds, time_build,
                      time_plan, time_gather, time_product, time_elementwise, time_scatter, time_update, time_other,
                      digest)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?))";

constexpr std::size_t kLargestFile = 1'000'000'000;  // SQLite's limit for one value

bool mustSurvivePowerLoss(const RunEvent& event) {
    return std::holds_alternative<RunStarted>(event) || std::holds_alternative<CheckpointReady>(event) ||
           std::holds_alternative<StateReady>(event) || std::holds_alternative<RunEnded>(event);
}

std::string unusedKey(SQLite::Database& database) {
    std::string key = randomRunKey();
    while (select(database, "SELECT 1 FROM run WHERE key = ?", key).executeStep()) {
        key = randomRunKey();
    }
    return key;
}

}  // namespace

RunRows::RunRows(std::unique_ptr<SQLite::Database> database, std::optional<RunId> resumed)
    : database_(std::move(database)),
      insertStep_(*database_, kInsertStep),
      beat_(*database_, "UPDATE owner SET heartbeat = ? WHERE run = ?"),
      resumed_(resumed) {}

void RunRows::store(std::span<const RunEvent> events) {
    const bool isDurable = std::any_of(events.begin(), events.end(), mustSurvivePowerLoss);
    database_->exec(isDurable ? "PRAGMA synchronous=FULL" : "PRAGMA synchronous=NORMAL");
    const auto runBefore = run_;
    const bool hadEnded = hasEnded_;
    try {
        SQLite::Transaction transaction(*database_, SQLite::TransactionBehavior::IMMEDIATE);
        for (const RunEvent& event : events) {
            std::visit([this](const auto& one) { insert(one); }, event);
        }
        beat();
        transaction.commit();
    } catch (...) {
        insertStep_.tryReset();
        run_ = runBefore;
        hasEnded_ = hadEnded;
        throw;
    }
}

void RunRows::beat() {
    if (run_ && !hasEnded_) {
        execute(beat_, millisecondsSinceBoot(), *run_);
    }
}

void RunRows::interrupt() {
    if (run_ && !hasEnded_) {
        SQLite::Transaction transaction(*database_, SQLite::TransactionBehavior::IMMEDIATE);
        end(RunStatus::kInterrupted, "The run was given up before its end.", 0);
        transaction.commit();
    }
}

void RunRows::insert(const RunStarted& event) {
    const RunId run = resumed_ ? *resumed_ : insertRun(event);
    if (resumed_) {
        resumeRun(event, run);
    }
    const ProcessIdentity process = currentProcess();
    execute(*database_, "INSERT INTO owner VALUES (?, ?, ?, ?, ?, ?)", run, process.boot,
            process.pidNamespace, process.pid, process.started, millisecondsSinceBoot());
    run_ = run;
}

RunId RunRows::insertRun(const RunStarted& event) {
    const RunConfig& config = event.config;
    execute(*database_, "INSERT INTO run (key, name, status, model, data, started) VALUES (?, ?, ?, ?, ?, ?)",
            unusedKey(*database_), config.name, name(RunStatus::kRunning), config.model, config.data.train,
            utcNow());
    const RunId run{database_->getLastInsertRowid()};
    if (config.name.empty()) {
        execute(*database_, "UPDATE run SET name = model || '-' || id WHERE id = ?", run);
    }
    execute(*database_, "INSERT INTO definition VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, ?)", run,
            config.train.seed, event.dataHash, event.codeVersion, event.device, event.numParameters,
            event.trainExamples, event.devExamples, event.testExamples, event.stepsPerEpoch, toJson(config),
            event.modelState);
    return run;
}

void RunRows::resumeRun(const RunStarted& event, RunId run) {
    const int changed = execute(
        *database_, "UPDATE run SET status = ?1, message = '', ended = '' WHERE id = ?2 AND status <> ?1",
        name(RunStatus::kRunning), run);
    if (changed == 0) {
        throw SQLite::Exception("the run is gone, or already being trained", SQLITE_CONSTRAINT);
    }
    execute(*database_, "UPDATE definition SET code_version = ?, device = ?, config = ? WHERE run = ?",
            event.codeVersion, event.device, toJson(event.config), run);
    const std::int64_t step = event.resumedAt.value_or(0);
    execute(*database_, "DELETE FROM step WHERE run = ? AND step > ?", run, step);
    execute(*database_, "DELETE FROM event WHERE run = ? AND step > ?", run, step);
    execute(*database_, "DELETE FROM epoch WHERE run = ? AND step > ?", run, step);
    execute(*database_,
            "DELETE FROM metric WHERE run = ?1 AND (scope = 'test' OR epoch NOT IN "
            "(SELECT epoch FROM epoch WHERE run = ?1))",
            run);
}

void RunRows::insert(const StepDone& event) {
    const TimeSplit& time = event.time;
    execute(insertStep_, *run_, event.step, event.epoch, event.loss, event.examples, event.nodes,
            event.batches, event.launches, event.gradientNorm, event.seconds, time.build, time.plan,
            time.gather, time.product, time.elementwise, time.scatter, time.update, time.other, event.digest);
}

void RunRows::insert(const EpochDone& event) {
    execute(*database_, "INSERT INTO epoch VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", *run_, event.epoch,
            event.step, event.trainLoss, event.devLoss, event.chosenMetric, event.isBest,
            event.examplesPerSecond, event.seconds);
    insertMetrics("dev", event.epoch, event.devMetrics);
}

void RunRows::insert(const CheckpointReady& event) {
    LOOM_CHECK(event.file != nullptr && !event.file->empty(), "a checkpoint without a file");
    // The best weights stay until there are better ones; of the others only the last are kept.
    if (event.isBest) {
        execute(*database_, "DELETE FROM artifact WHERE run = ? AND kind = 'checkpoint'", *run_);
    }
    insertArtifact(event.isBest ? "best" : "checkpoint", event.epoch, event.step, *event.file);
}

void RunRows::insert(const StateReady& event) {
    LOOM_CHECK(event.file != nullptr && !event.file->empty(), "a state without a file");
    insertArtifact("state", event.epoch, event.step, *event.file);
}

void RunRows::insertArtifact(std::string_view kind, int epoch, std::int64_t step,
                             const std::vector<std::byte>& file) {
    if (file.size() > kLargestFile) {
        throw SQLite::Exception("weights of more than 1 GB", SQLITE_TOOBIG);
    }
    SQLite::Statement statement(*database_,
                                "INSERT OR REPLACE INTO artifact (run, kind, epoch, step, file) "
                                "VALUES (?, ?, ?, ?, ?)");
    bindValues(statement, *run_, kind, epoch, step);
    constexpr int kFile = 5;
    statement.bindNoCopy(kFile, file.data(), static_cast<int>(file.size()));
    statement.exec();
}

void RunRows::insert(const TestDone& event) {
    insertMetrics("test", event.bestEpoch, event.metrics);
}

void RunRows::insert(const RunNotice& event) {
    execute(*database_, "INSERT INTO event (run, step, time, kind, text) VALUES (?, ?, ?, ?, ?)", *run_,
            event.step, utcNow(), event.kind, event.text);
}

void RunRows::insert(const RunEnded& event) {
    end(event.status, event.message, event.seconds);
}

void RunRows::insertMetrics(std::string_view scope, int epoch, const std::map<std::string, double>& metrics) {
    for (const auto& [metric, value] : metrics) {
        execute(*database_, "INSERT INTO metric VALUES (?, ?, ?, ?, ?)", *run_, scope, epoch, metric, value);
    }
}

void RunRows::end(RunStatus status, std::string_view message, double seconds) {
    execute(*database_, "UPDATE run SET status = ?, message = ?, ended = ?, seconds = ? WHERE id = ?",
            name(status), message, utcNow(), seconds, *run_);
    execute(*database_, "DELETE FROM owner WHERE run = ?", *run_);
    hasEnded_ = true;
}

}  // namespace loomscope
