// SPDX-License-Identifier: Apache-2.0
// What a training run says. The trainer writes no file and knows no window; storage and panels listen.
#pragma once

#include "engine/train/run_config.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace loomscope {

/// Seconds a step spent, by kind of work; their sum is the step.
struct TimeSplit {
    double build = 0, plan = 0, gather = 0, product = 0, elementwise = 0, scatter = 0, update = 0, other = 0;
};

struct RunStarted {
    RunConfig config;
    std::int64_t numParameters = 0;
    std::int64_t trainExamples = 0, devExamples = 0, testExamples = 0;
    std::int64_t stepsPerEpoch = 0;
    std::string dataHash;
    std::string device;  ///< "cpu, 2 threads"
    std::string codeVersion;
    std::string modelState;  ///< Model::state()
    /// Of a resumed run: the steps that count. What a store has of later ones is done again.
    std::optional<std::int64_t> resumedAt;
};

struct StepDone {
    std::int64_t step = 0;  ///< 1-based over the whole run
    int epoch = 0;          ///< 1-based
    double loss = 0;        ///< mean over the minibatch's examples
    std::int64_t examples = 0;
    std::int64_t nodes = 0;
    std::int64_t batches = 0;
    std::int64_t launches = 0;
    double gradientNorm = 0;  ///< before clipping
    double seconds = 0;
    TimeSplit time;
    std::uint64_t digest = 0;  ///< of loss and parameters after the update
};

struct EpochDone {
    int epoch = 0;
    std::int64_t step = 0;
    double trainLoss = 0;
    double devLoss = 0;
    std::map<std::string, double> devMetrics;
    std::string chosenMetric;  ///< which of them chooses the best epoch
    bool isBest = false;
    double examplesPerSecond = 0;
    double seconds = 0;  ///< since the start of the run
};

/// Weights worth keeping, as the bytes of a safetensors file.
struct CheckpointReady {
    int epoch = 0;
    std::int64_t step = 0;
    bool isBest = false;
    std::shared_ptr<const std::vector<std::byte>> file;
};

/// All that is needed to go on from here, as the bytes of decodeState(). Only the last one counts.
struct StateReady {
    int epoch = 0;
    std::int64_t step = 0;
    std::shared_ptr<const std::vector<std::byte>> file;
};

struct TestDone {
    std::map<std::string, double> metrics;
    int bestEpoch = 0;
};

/// Something worth a line in the log: paused, resumed, an example skipped.
struct RunNotice {
    std::int64_t step = 0;
    std::string kind;  ///< "paused", "resumed", "skipped", "not_finite", …
    std::string text;
};

enum class RunStatus : std::uint8_t { kRunning, kFinished, kStopped, kFailed, kInterrupted };
[[nodiscard]] std::string_view name(RunStatus status);  // "running", "finished", …

struct RunEnded {
    RunStatus status = RunStatus::kFinished;
    std::string message;  ///< why it failed or stopped, empty if finished
    double seconds = 0;
};

using RunEvent =
    std::variant<RunStarted, StepDone, EpochDone, CheckpointReady, StateReady, TestDone, RunNotice, RunEnded>;
/// Called on the training thread. May block to slow the trainer down (the store may not lose a row).
using RunObserver = std::function<void(const RunEvent&)>;

}  // namespace loomscope
