// SPDX-License-Identifier: Apache-2.0
// What a configuration may hold.
#include "engine/base/names.h"
#include "engine/models/model_options.h"
#include "engine/optim/optimiser.h"
#include "engine/schedule/plan.h"
#include "engine/train/metrics.h"
#include "engine/train/run_config.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace loomscope {

namespace {

Result<void> checkRange(std::string_view key, double value, double least, double most) {
    if (value >= least && value <= most) {
        return {};
    }
    return fail(ErrorCode::kInvalid,
                fmt::format("'{}' must be from {} to {}, not {}", key, least, most, value));
}

Result<void> checkName(std::string_view key, std::string_view value,
                       std::span<const std::string_view> known) {
    if (std::ranges::find(known, value) != known.end()) {
        return {};
    }
    return fail(ErrorCode::kInvalid, fmt::format("'{}' can't be '{}'; did you mean '{}'? Known are {}", key,
                                                 value, nearestName(value, known), joinNames(known)));
}

Result<void> checkData(const DataConfig& data) {
    static constexpr std::array<std::string_view, 3> kLabels{"none", "sst", "sst-binary"};
    static constexpr std::array<std::string_view, 2> kBonds{"file", "distance"};
    static constexpr std::array<std::string_view, 4> kSplits{"random", "stratified", "scaffold", "column"};
    static constexpr std::array<std::string_view, 2> kTasks{"regression", "classification"};
    if (data.train.empty()) {
        return fail(ErrorCode::kInvalid, "'data.train' is missing: name the file or folder to train on");
    }
    LOOM_TRY_VOID(checkName("data.labels", data.labels, kLabels));
    if (!data.task.empty()) {
        LOOM_TRY_VOID(checkName("data.task", data.task, kTasks));
    }
    LOOM_TRY_VOID(checkName("data.bonds", data.bonds, kBonds));
    LOOM_TRY_VOID(checkName("data.split", data.split, kSplits));
    if ((data.split == "column") == data.splitColumn.empty()) {
        return fail(ErrorCode::kInvalid,
                    "'data.split_column' names the column to split by, and 'data.split' "
                    "is 'column' then: give both or neither");
    }
    LOOM_TRY_VOID(checkRange("data.dev_share", data.devShare, 0, 0.9));
    LOOM_TRY_VOID(checkRange("data.test_share", data.testShare, 0, 0.9));
    return checkRange("data.dev_share + data.test_share", data.devShare + data.testShare, 0, 0.95);
}

Result<void> checkOptimiser(const OptimiserConfig& optimiser) {
    LOOM_TRY_VOID(checkName("optimiser.name", optimiser.name, optimiserNames()));
    LOOM_TRY_VOID(checkRange("optimiser.rate", optimiser.rate, 1e-12, 1e3));
    LOOM_TRY_VOID(checkRange("optimiser.embedding_rate", optimiser.embeddingRate, 0, 1e3));
    LOOM_TRY_VOID(checkRange("optimiser.l2", optimiser.l2, 0, 1e3));
    LOOM_TRY_VOID(checkRange("optimiser.clip", optimiser.clip, 0, 1e9));
    LOOM_TRY_VOID(checkName("optimiser.schedule", optimiser.schedule.kind, rateScheduleNames()));
    LOOM_TRY_VOID(checkRange("optimiser.warmup", optimiser.schedule.warmup, 0, 1e9));
    LOOM_TRY_VOID(checkRange("optimiser.decay", optimiser.schedule.decay, 1e-6, 1));
    LOOM_TRY_VOID(checkRange("optimiser.decay_every", optimiser.schedule.every, 1, 1e6));
    LOOM_TRY_VOID(checkRange("optimiser.least", optimiser.schedule.least, 0, 1));
    return checkRange("optimiser.average", optimiser.average, 0, 1);
}

Result<void> checkTrain(const TrainConfig& train) {
    LOOM_TRY_VOID(checkRange("train.epochs", train.epochs, 1, 1e6));
    LOOM_TRY_VOID(checkRange("train.batch", train.batch, 1, 1e6));
    LOOM_TRY_VOID(checkRange("train.stop_after", train.stopAfter, 0, 1e6));
    return train.metric.empty() ? Result<void>() : checkName("train.metric", train.metric, metricNames());
}

Result<void> checkEngine(const EngineConfig& engine) {
    static constexpr std::array<std::string_view, 2> kDevices{"cpu", "cuda"};
    static constexpr std::array<std::string_view, 2> kGranularities{"cell", "op"};
    LOOM_TRY_VOID(checkName("engine.device", engine.device, kDevices));
    LOOM_TRY_VOID(checkRange("engine.threads", engine.threads, 1, 1024));
    LOOM_TRY_VOID(checkName("engine.policy", engine.policy, policyNames()));
    LOOM_TRY_VOID(checkRange("engine.check", engine.check, 0, 1));
    if (engine.policy == "optimal") {
        return fail(
            ErrorCode::kInvalid,
            "'engine.policy' can't be 'optimal': it searches by the clock, so that no run could be repeated; "
            "'lookahead' comes close");
    }
    return checkName("engine.granularity", engine.granularity, kGranularities);
}

}  // namespace

Result<void> validate(const RunConfig& config) {
    LOOM_TRY_VOID(checkData(config.data));
    LOOM_TRY(const ModelInfo* const model, findModel(config.model));
    LOOM_TRY_VOID(checkOptions(*model, config.modelOptions));
    LOOM_TRY_VOID(checkOptimiser(config.optimiser));
    LOOM_TRY_VOID(checkTrain(config.train));
    return checkEngine(config.engine);
}

}  // namespace loomscope
