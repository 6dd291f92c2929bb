// SPDX-License-Identifier: Apache-2.0
#include "engine/train/predictor.h"

#include "engine/exec/executor.h"
#include "engine/tensor/device.h"
#include "engine/train/minibatch.h"

#include <algorithm>
#include <numeric>

namespace loomscope {

namespace {

constexpr std::int64_t kBatchSize = 50;

/// Records of one minibatch in the order of the dataset.
std::vector<PredictedRecord> recordsOf(const Model& model, const Dataset& dataset, const Minibatch& minibatch,
                                       const Executor& executor) {
    std::vector<PredictedRecord> records;
    for (const BuiltExample& built : minibatch.examples) {
        PredictedRecord record{.index = built.index, .record = built.example->record};
        const auto& predictions = built.output.predictions;
        const bool hasRoot = std::ranges::find(predictions, true, &Prediction::isRoot) != predictions.end();
        for (const Prediction& prediction : predictions) {
            if (prediction.isRoot || !hasRoot) {
                const auto outputs = model.toOutputs(executor.value(prediction.output));
                record.outputs.insert(record.outputs.end(), outputs.begin(), outputs.end());
            }
        }
        records.push_back(std::move(record));
    }
    for (const SkippedExample& skipped : minibatch.skipped) {
        records.push_back(
            {.index = skipped.index, .record = dataset.at(skipped.index)->record, .problem = skipped.reason});
    }
    std::ranges::sort(records, {}, &PredictedRecord::index);
    return records;
}

}  // namespace

Result<void> predict(const Model& model, const ParameterStore& parameters, const Dataset& dataset,
                     const EngineConfig& engine, const JobControl& control,
                     const std::function<void(const PredictedRecord&)>& receive) {
    LOOM_TRY(const auto device, makeDevice(engine.device, engine.threads));
    const Granularity granularity = engine.granularity == "op" ? Granularity::kOp : Granularity::kCell;
    LOOM_TRY(MinibatchBuilder builder, MinibatchBuilder::make(model, engine.policy, granularity));
    Executor executor(*device);
    Minibatch minibatch;
    for (std::int64_t first = 0; first < dataset.size(); first += kBatchSize) {
        if (control.isCancelled()) {
            return fail(ErrorCode::kCancelled, "stopped");
        }
        control.say({.what = "predicting", .done = first, .total = dataset.size()});
        std::vector<std::int64_t> indices(
            static_cast<std::size_t>(std::min(kBatchSize, dataset.size() - first)));
        std::iota(indices.begin(), indices.end(), first);
        builder.build(dataset, indices, BuildMode::kEvaluate, minibatch);
        LOOM_TRY_VOID(executor.forward(minibatch.graph, minibatch.schedule, parameters, 0));
        for (const PredictedRecord& record : recordsOf(model, dataset, minibatch, executor)) {
            receive(record);
        }
    }
    return {};
}

}  // namespace loomscope
