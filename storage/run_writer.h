// SPDX-License-Identifier: Apache-2.0
// Writing one run while it trains: the training thread posts events, a thread of the writer's own stores
// them.
#pragma once

#include "engine/base/result.h"
#include "storage/run_record.h"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace loomscope {

class RunRows;

struct WriterOptions {
    /// How long events are collected before a transaction stores them; this much can be lost by a crash.
    std::chrono::milliseconds interval{250};
    /// Events that wait at most; then post() blocks.
    std::size_t capacity = 4096;
    /// How long the writer waits for a store that another program has locked before it gives up.
    std::chrono::milliseconds patience{30'000};
    /// The run that is resumed; without it a new one is made.
    std::optional<RunId> resumed;
    /// Called once, on the writer's thread, when storing fails. Must not call the writer.
    std::function<void(const Error&)> onError;
};

/// Stores the events of one run. Nothing that was posted is lost but by an error, which post() and finish()
/// return. Events are stored in one transaction per interval, and at once when the run starts or ends, an
/// epoch ends, a checkpoint comes. Threads: all functions are thread-safe.
class RunWriter {
public:
    /// Opens (and makes, and migrates) the store and starts the thread. Errors: those of RunStore::open for
    /// writing.
    [[nodiscard]] static Result<std::unique_ptr<RunWriter>> open(const std::filesystem::path& file,
                                                                 WriterOptions options = {});
    /// Stores what was posted. A run that has not ended by then is stored as interrupted.
    ~RunWriter();
    RunWriter(const RunWriter&) = delete;
    RunWriter& operator=(const RunWriter&) = delete;

    /// Hands over one event; the first is RunStarted, and comes once. Blocks while the queue is full.
    /// Errors: the first error of storing, now and ever after; then the event was not taken.
    Result<void> post(const RunEvent& event);
    /// Returns post() as the trainer wants it; errors show in status() and onError. Must not outlive the
    /// writer.
    [[nodiscard]] RunObserver observer();

    /// Waits until RunStarted is stored, and returns the run's number.
    [[nodiscard]] Result<RunId> runId();
    /// Waits until all that was posted is stored.
    Result<void> flush();
    /// flush(), then ends the thread and closes the file. Afterwards post() is an error.
    Result<void> finish();
    /// The first error of storing, if there was one. Doesn't wait.
    [[nodiscard]] Result<void> status() const;

private:
    RunWriter(std::filesystem::path file, std::unique_ptr<RunRows> rows, WriterOptions options);
    void work();
    [[nodiscard]] bool isDue() const;
    [[nodiscard]] std::optional<Error> attempt(const std::function<void()>& work) const;

    const std::filesystem::path file_;
    const WriterOptions options_;
    std::unique_ptr<RunRows> rows_;  // the writer thread's own while it runs

    mutable std::mutex mutex_;
    std::condition_variable wake_;    // for the writer thread
    std::condition_variable stored_;  // for those who wait for it
    std::vector<RunEvent> queue_;
    std::size_t queuedBytes_ = 0;                   // of checkpoints in the queue
    std::chrono::steady_clock::time_point oldest_;  // when the first event of the queue came
    std::size_t numPosted_ = 0;
    std::size_t numStored_ = 0;
    bool isUrgent_ = false;
    bool isFinishing_ = false;
    std::optional<RunId> run_;
    std::optional<Error> error_;
    std::mutex joining_;
    std::thread thread_;  // last: it uses all the others
};

}  // namespace loomscope
