// SPDX-License-Identifier: Apache-2.0
// One training run in progress.
#pragma once

#include "engine/base/clock.h"
#include "engine/exec/executor.h"
#include "engine/models/model.h"
#include "engine/optim/optimiser.h"
#include "engine/optim/weight_average.h"
#include "engine/tensor/device.h"
#include "engine/train/batch_check.h"
#include "engine/train/evaluator.h"
#include "engine/train/minibatch_queue.h"
#include "engine/train/run_data.h"
#include "engine/train/sampler.h"
#include "engine/train/step_examples.h"
#include "engine/train/trainer.h"
#include "engine/train/training_state.h"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace loomscope {

/// What a run works with: made from its config, before anything is trained.
struct TrainingParts {
    RunConfig config;
    RunData data;
    std::unique_ptr<Model> model;
    std::unique_ptr<Device> device;
    std::unique_ptr<Optimiser> optimiser;
    MinibatchBuilder builder;
    std::vector<RunNotice> notices;  ///< of what was made ready, for the beginning of the run
};

/// Trains, chooses the best epoch, tests; says what happens as events. Lives for one run.
/// Threads: thread-confined; uses the threads of its device.
class TrainingRun {
public:
    /// `control` and `observer` must outlive the run.
    TrainingRun(TrainingParts parts, ParameterStore parameters, TrainControl& control,
                const RunObserver& observer);

    /// Sets the run to where a state was kept; run() goes on from there. Errors: kShape if the state is of
    /// another model or optimiser; the run is then unusable.
    Result<void> resume(const TrainingState& state);
    /// Runs from RunStarted to RunEnded. Broken invariants end the run as failed.
    RunResult run();

private:
    enum class Outcome : std::uint8_t { kDone, kStopped };

    Result<Outcome> trainAndTest();
    Result<Outcome> trainEpoch(int epoch);
    /// Evaluates and keeps the average of the weights, if one is made, else the weights.
    Result<Outcome> finishWithAverage(int epoch, double trainLoss);
    Result<Outcome> finishEpoch(int epoch, double trainLoss);
    Result<Outcome> test();

    /// One minibatch, which the queue was started on; starts it on the next one. Adds to the epoch's sums.
    Result<void> step(int epoch, std::span<const std::int64_t> indices, std::span<const std::int64_t> next);
    /// Makes the rows of tables that the minibatch reads those of now; returns the seconds it took.
    double catchUp();
    /// The schedule's factor of this step; says when a decay changed it.
    double rateFactorNow();
    Result<void> update(StepDone& done, const StepExamples& examples);
    /// The same minibatch unbatched, if that was asked for.
    Result<void> checkBatching(const StepDone& done, const StepExamples& examples);
    Result<void> failNotFinite(const StepDone& done, std::string_view what, const StepExamples& examples);
    [[nodiscard]] std::uint64_t dropoutSeed() const;

    void announce();
    [[nodiscard]] bool shallStop();
    [[nodiscard]] Result<void> chooseMetric(const Evaluation& evaluation);
    void noteSkipped(const Dataset& dataset, std::span<const SkippedExample> skipped);
    void saveCheckpoint(bool isBest);
    /// Keeps all that resume() needs.
    void saveState();
    void saveStateIfDue();
    void emit(const RunEvent& event) const { (*observer_)(event); }
    [[nodiscard]] double seconds() const;

    TrainingParts parts_;
    ParameterStore parameters_;
    TrainControl* control_;
    const RunObserver* observer_;
    Executor executor_;
    std::optional<BatchCheck> check_;
    Sampler sampler_;
    MinibatchQueue queue_;
    Minibatch* minibatch_ = nullptr;  ///< of the step
    UpdatePlan updatePlan_;           ///< of the step
    std::optional<WeightAverage> average_;
    Clock::time_point start_ = Clock::now();

    RunResult result_;
    TrainingProgress progress_;              ///< its `seconds` are those before a resumption
    std::optional<std::int64_t> resumedAt_;  ///< the steps done before, of a resumed run
    double savedState_ = 0;                  ///< when, in seconds()
    std::vector<float> bestValues_;
    std::set<std::pair<const Dataset*, std::int64_t>> reported_;  ///< skipped examples that had their notice
};

}  // namespace loomscope
