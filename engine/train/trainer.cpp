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

}  // namespace

Result<RunResult> train(const RunConfig& config, TrainControl& control, const RunObserver& observer,
                        const JobControl& loading) {
    LOOM_TRY(TrainingParts parts, prepare(config, loading));
    ParameterStore parameters = parts.model->initialParameters();
    if (!config.data.vectors.empty()) {
        LOOM_TRY(WordVectorReport vectors, fillWords(*parts.model, config.data.vectors, parameters, loading));
        parts.notices.push_back(
            {.kind = "vectors",
             .text = fmt::format("{} words begin with a vector of {}", vectors.found, config.data.vectors)});
        if (!vectors.warnings.empty()) {
            parts.notices.push_back(
                {.kind = "warning",
                 .text = fmt::format("{}, line {}: {}", config.data.vectors, vectors.warnings[0].line,
                                     vectors.warnings[0].message)});
        }
    }
    const auto embeddingFactor = static_cast<float>(config.optimiser.embeddingRate / config.optimiser.rate);
    for (std::size_t i = 0; i < parameters.parameters().size(); ++i) {
        if (parameters.parameters()[i].kind == ParameterKind::kTable) {
            parameters.parameter(ParameterId(i)).rateFactor = embeddingFactor;
        }
    }
    return TrainingRun(std::move(parts), std::move(parameters), control, observer).run();
}

}  // namespace loomscope
