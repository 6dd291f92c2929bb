// SPDX-License-Identifier: Apache-2.0
// What the store gives back: plain values, in the engine's own types where the engine has them.
#pragma once

#include "engine/train/run_event.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace loomscope {

/// A run's number inside one store. People and commands use RunSummary::key, which is unique across stores.
enum class RunId : std::int64_t {};

/// One line of a list of runs.
struct RunSummary {
    RunId id{};
    std::string key;   ///< eight letters and digits, the `run` of interfaces.md
    std::string name;  ///< for people; "MODEL-NUMBER" if the config had none
    RunStatus status = RunStatus::kRunning;
    std::string message;  ///< why it failed or stopped
    std::string model;
    std::string data;     ///< the training data's path as the user gave it
    std::string started;  ///< UTC, "2026-12-01T02:55:41.123Z"
    std::string ended;    ///< the same; empty while it runs, or if nobody saw it end
    double seconds = 0;   ///< training time; 0 until the run ends
    std::int64_t steps = 0;
    int epochs = 0;
    std::optional<int> bestEpoch;
    /// train_loss, dev_loss and dev_NAME of the best epoch (else of the last one), test_NAME once tested.
    std::map<std::string, double> metrics;
    std::vector<std::string> tags;  ///< in alphabetical order
    std::string notes;
    bool isStarred = false;
    bool isArchived = false;
};

/// Everything that defines a run, as it was started.
struct RunRecord {
    RunSummary summary;
    std::string config;  ///< JSON, as parseRunConfig reads it
    std::uint64_t seed = 0;
    std::string dataHash;
    std::string codeVersion;
    std::string device;
    std::optional<std::string> script;  ///< text of the model script, if the model is one
    std::string modelState;             ///< Model::state()
    std::int64_t numParameters = 0;
    std::int64_t trainExamples = 0, devExamples = 0, testExamples = 0;
    std::int64_t stepsPerEpoch = 0;
};

/// One measured quality of the model, as EpochDone::devMetrics and TestDone::metrics have them.
struct MetricValue {
    std::string scope;  ///< "dev" or "test"
    int epoch = 0;      ///< 1-based; of "test": the epoch whose weights were tested
    std::string name;
    double value = 0;
};

/// A notice and when it was written.
struct StoredNotice {
    RunNotice notice;
    std::string time;  ///< UTC
};

/// What a run keeps as a file.
enum class ArtifactKind : std::uint8_t {
    kBest,    ///< weights of the best epoch
    kLatest,  ///< weights of the last checkpoint, be it the best or not
    kState,   ///< all that is needed to go on: decodeState() reads it
};

/// What was kept, as the bytes of a safetensors file.
struct Artifact {
    int epoch = 0;
    std::int64_t step = 0;
    std::vector<std::byte> bytes;
};

}  // namespace loomscope
