// SPDX-License-Identifier: Apache-2.0
#include "engine/train/trainer.h"

#include "engine/train/initial_words.h"
#include "engine/train/training_run.h"

#include <fmt/format.h>

#include <utility>

namespace loomscope {

namespace {

Result<TrainingParts> prepare(const RunConfig& config, const JobControl& loading) {
    LOOM_TRY_VOID(validate(config));
    LOOM_TRY(auto device, makeDevice(config.engine.device, config.engine.threads));
    LOOM_TRY(RunData data, openRunData(config, loading));
    LOOM_TRY(auto model, makeModel(config.model, config.modelOptions, *data.train, config.train.seed));
    LOOM_TRY(auto optimiser, makeOptimiser(config.optimiser.name, model->initialParameters()));
    const Granularity granularity = config.engine.granularity == "op" ? Granularity::kOp : Granularity::kCell;
    LOOM_TRY(MinibatchBuilder builder, MinibatchBuilder::make(*model, config.engine.policy, granularity));
    return TrainingParts{.config = config,
                         .data = std::move(data),
                         .model = std::move(model),
                         .device = std::move(device),
                         .optimiser = std::move(optimiser),
                         .builder = std::move(builder)};
}

Result<void> checkResumable(const RunConfig& config, const TrainingState& state,
                            const std::string& dataHash) {
    if (state.dataHash != dataHash) {
        return fail(
            ErrorCode::kInvalid,
            fmt::format("the data of the run has changed since it stopped ({} was read, it was trained "
                        "on {}); bring the old data back, or start a new run",
                        dataHash, state.dataHash));
    }
    if (state.progress.epoch > config.train.epochs) {
        return fail(ErrorCode::kInvalid,
                    fmt::format("the run has done its {} epochs; ask for more epochs to go on",
                                state.progress.epoch - 1));
    }
    return {};
}

Result<void> beginWithVectors(const std::string& path, TrainingParts& parts, ParameterStore& parameters,
                              const JobControl& loading) {
    LOOM_TRY(const WordVectorReport vectors, fillWords(*parts.model, path, parameters, loading));
    parts.notices.push_back(
        {.kind = "vectors", .text = fmt::format("{} words begin with a vector of {}", vectors.found, path)});
    if (!vectors.warnings.empty()) {
        parts.notices.push_back({.kind = "warning",
                                 .text = fmt::format("{}, line {}: {}", path, vectors.warnings[0].line,
                                                     vectors.warnings[0].message)});
    }
    return {};
}

Result<RunResult> runFrom(const TrainingState* state, const RunConfig& config, TrainControl& control,
                          const RunObserver& observer, const JobControl& loading) {
    LOOM_TRY(TrainingParts parts, prepare(config, loading));
    if (state != nullptr) {
        LOOM_TRY_VOID(checkResumable(config, *state, parts.data.hash));
    }
    ParameterStore parameters = parts.model->initialParameters();
    if (state == nullptr && !config.data.vectors.empty()) {
        LOOM_TRY_VOID(beginWithVectors(config.data.vectors, parts, parameters, loading));
    }
    const auto embeddingFactor = static_cast<float>(config.optimiser.embeddingRate / config.optimiser.rate);
    for (std::size_t i = 0; i < parameters.parameters().size(); ++i) {
        if (parameters.parameters()[i].kind == ParameterKind::kTable) {
            parameters.parameter(ParameterId(i)).rateFactor = embeddingFactor;
        }
    }
    TrainingRun run(std::move(parts), std::move(parameters), control, observer);
    if (state != nullptr) {
        LOOM_TRY_VOID(run.resume(*state));
    }
    return run.run();
}

}  // namespace

Result<RunResult> train(const RunConfig& config, TrainControl& control, const RunObserver& observer,
                        const JobControl& loading) {
    return runFrom(nullptr, config, control, observer, loading);
}

Result<RunResult> resumeTraining(const RunConfig& config, const TrainingState& state, TrainControl& control,
                                 const RunObserver& observer, const JobControl& loading) {
    return runFrom(&state, config, control, observer, loading);
}

}  // namespace loomscope
