// SPDX-License-Identifier: Apache-2.0
// The rows of one run: which statements store which event.
#pragma once

#include "storage/process_identity.h"
#include "storage/run_record.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <memory>
#include <optional>
#include <span>

namespace loomscope {

/// Stores the events of one run on a connection of its own. All functions throw SQLite::Exception, and what
/// they began is then undone. Threads: one.
class RunRows {
public:
    /// `resumed` is the run that goes on, if none is started anew.
    RunRows(std::unique_ptr<SQLite::Database> database, std::optional<RunId> resumed);

    /// Stores events in one transaction, which survives a loss of power if the run starts, ends or keeps
    /// weights in it.
    void store(std::span<const RunEvent> events);
    /// Says that the run still lives; for long pauses without an event.
    void beat();
    /// Stores that the run was given up. Nothing happens if it has ended, or never started.
    void interrupt();

    [[nodiscard]] std::optional<RunId> run() const { return run_; }

private:
    void insert(const RunStarted& event);
    void insert(const StepDone& event);
    void insert(const EpochDone& event);
    void insert(const CheckpointReady& event);
    void insert(const StateReady& event);
    void insert(const TestDone& event);
    void insert(const RunNotice& event);
    void insert(const RunEnded& event);
    RunId insertRun(const RunStarted& event);
    /// Takes a run up again, without what it did after the steps that count.
    void resumeRun(const RunStarted& event, RunId run);
    void insertArtifact(std::string_view kind, int epoch, std::int64_t step,
                        const std::vector<std::byte>& file);
    void insertMetrics(std::string_view scope, int epoch, const std::map<std::string, double>& metrics);
    void end(RunStatus status, std::string_view message, double seconds);

    std::unique_ptr<SQLite::Database> database_;
    SQLite::Statement insertStep_;
    SQLite::Statement beat_;
    std::optional<RunId> resumed_;
    std::optional<RunId> run_;
    bool hasEnded_ = false;
};

}  // namespace loomscope
