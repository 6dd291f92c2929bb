// SPDX-License-Identifier: Apache-2.0
// The training loop: sample, build, plan, execute, step, report.
#pragma once

#include "engine/base/job_control.h"
#include "engine/base/result.h"
#include "engine/train/run_event.h"

#include <atomic>
#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

namespace loomscope {

struct TrainingState;

/// Commands to a running trainer. Threads: thread-safe; obeyed between two minibatches.
class TrainControl {
public:
    void requestStop();
    void setPaused(bool paused);
    [[nodiscard]] bool isStopRequested() const;
    [[nodiscard]] bool isPaused() const;
    /// Blocks while paused; returns false if the run shall stop.
    bool waitWhilePaused();

private:
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    bool isPaused_ = false;
    bool isStopped_ = false;
};

/// What `engine.check` compared: batched steps with the same steps unbatched.
struct CheckTotals {
    std::int64_t steps = 0;
    std::int64_t values = 0;     ///< numbers that nodes put out
    std::int64_t gradients = 0;  ///< of parameters
    double largest = 0;          ///< difference, in the unit of the tolerance
};

/// What a run came to, for commands; the events carry the same.
struct RunResult {
    RunStatus status = RunStatus::kFinished;
    std::int64_t numParameters = 0;
    int bestEpoch = 0;
    std::vector<EpochDone> epochs;
    std::map<std::string, double> test;
    double seconds = 0;
    std::optional<CheckTotals> check;
};

/// Runs one training from config to end on the calling thread: opens the data, makes the model, trains,
/// evaluates. The first event is RunStarted, the last RunEnded; both come exactly once if the data could be
/// opened. Same config, same events to the bit (but times), for any number of threads. Errors: those of
/// openData, makeModel and validate, before RunStarted; later failures end the run with kFailed.
[[nodiscard]] Result<RunResult> train(const RunConfig& config, TrainControl& control,
                                      const RunObserver& observer, const JobControl& loading = {});

/// Goes on where `state` was kept, up to the epochs of `config`; from then on all is, to the bit, as if the
/// run had never stopped. Events and errors: as train(), and kInvalid if the data is not that of the state,
/// or all epochs are done. RunResult::epochs holds those of this part.
[[nodiscard]] Result<RunResult> resumeTraining(const RunConfig& config, const TrainingState& state,
                                               TrainControl& control, const RunObserver& observer,
                                               const JobControl& loading = {});

}  // namespace loomscope
