// SPDX-License-Identifier: GPL-3.0-or-later
// The one run that may train in this window: its thread, its commands, and what it has said so far.
#pragma once

#include "engine/train/trainer.h"
#include "gui/session/event_mailbox.h"
#include "storage/run_record.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

namespace loomscope {

enum class TrainState : quint8 { kIdle, kPreparing, kRunning, kPaused, kStopping };

/// What the window knows of the current or last run. Bounded: neighbouring steps are merged when there are
/// many.
struct TrainingHistory {
    std::optional<RunStarted> started;
    std::vector<StepSample> steps;
    std::vector<EpochDone> epochs;
    std::optional<TestDone> test;
    std::optional<RunEnded> ended;

    /// Examples per second over some samples up to number `last`: single steps jump too much to be read.
    [[nodiscard]] double examplesPerSecond(std::size_t last) const;

    static constexpr std::size_t kMaxSteps = 20'000;
};

/// Trains on a thread of its own and writes the run to the store. The window hears of it at most twenty times
/// a second. Threads: all member functions belong to the GUI thread. Destroying it stops the run within a
/// minibatch and joins.
class TrainingSession final : public QObject {
    Q_OBJECT

public:
    explicit TrainingSession(std::filesystem::path store, QObject* parent = nullptr);
    ~TrainingSession() override;

    /// Begins a run, if none is under way. The store is opened first: a run that can't be kept doesn't start.
    void start(const RunConfig& config);
    /// Goes on with a stored run up to so many epochs in all, if none is under way.
    void resume(RunId run, int epochs);
    void setPaused(bool isPaused);
    /// Asks the run to end after its current minibatch.
    void stop();

    [[nodiscard]] TrainState state() const { return state_; }
    [[nodiscard]] bool isActive() const { return state_ != TrainState::kIdle; }
    [[nodiscard]] const TrainingHistory& history() const { return history_; }
    /// Seconds left by the pace so far, or nothing while there is no pace yet.
    [[nodiscard]] std::optional<double> secondsLeft() const;
    /// What is being prepared before the first step.
    [[nodiscard]] Progress preparation() const;

signals:
    void stateChanged(loomscope::TrainState state);
    /// The history has grown.
    void updated();
    void noticed(const loomscope::RunNotice& notice);
    /// The run could not start, or could not be stored.
    void failed(const loomscope::Error& error);
    /// The thread is done and the run is stored.
    void ended(loomscope::RunStatus status);

private:
    struct Shared;

    using Training = std::function<Result<void>(Shared&, const std::stop_token&)>;
    /// Trains on a new thread, if none is under way.
    void begin(Training training);
    void drain();
    void setState(TrainState state);
    void finishThread();

    static constexpr int kDrainMs = 50;

    std::filesystem::path store_;
    TrainState state_ = TrainState::kIdle;
    TrainingHistory history_;
    std::shared_ptr<Shared> shared_;  // with the thread of the current run
    std::jthread thread_;
    QTimer drain_;
    QElapsedTimer running_;
};

}  // namespace loomscope
