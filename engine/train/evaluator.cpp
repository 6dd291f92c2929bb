// SPDX-License-Identifier: Apache-2.0
#include "engine/train/evaluator.h"

#include "engine/exec/non_finite.h"
#include "engine/train/step_examples.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace loomscope {

Result<Evaluation> evaluate(const Model& model, const ParameterStore& parameters, const Dataset& dataset,
                            MinibatchBuilder& builder, Executor& executor, std::int64_t batchSize,
                            const std::function<bool()>& shallStop) {
    Evaluation evaluation;
    const auto metrics = makeMetrics(dataset.info());
    Minibatch minibatch;
    double loss = 0;
    std::int64_t withLoss = 0;
    for (std::int64_t first = 0; first < dataset.size(); first += batchSize) {
        if (shallStop()) {
            evaluation.isComplete = false;
            break;
        }
        std::vector<std::int64_t> indices(
            static_cast<std::size_t>(std::min(batchSize, dataset.size() - first)));
        std::iota(indices.begin(), indices.end(), first);
        builder.build(dataset, indices, BuildMode::kEvaluate, minibatch);
        LOOM_TRY_VOID(executor.forward(minibatch.graph, minibatch.schedule, parameters, 0));
        for (const BuiltExample& built : minibatch.examples) {
            for (const Prediction& prediction : built.output.predictions) {
                metrics->add(prediction, model.toOutputs(executor.value(prediction.output)), *built.example);
            }
        }
        for (const ValueId id : minibatch.losses) {
            loss += executor.value(id)[0];
        }
        if (!std::isfinite(loss) && evaluation.notFinite.empty()) {
            const auto bad = findNonFiniteValue(executor, minibatch.graph, minibatch.schedule, parameters, 0);
            evaluation.notFinite =
                bad ? bad->text() + StepExamples{dataset, indices}.textOf(minibatch.graph, bad->node)
                    : "a sum of finite losses";
        }
        withLoss += static_cast<std::int64_t>(minibatch.losses.size());
        evaluation.skipped.insert(evaluation.skipped.end(), minibatch.skipped.begin(),
                                  minibatch.skipped.end());
    }
    evaluation.metrics = metrics->values();
    if (withLoss > 0) {
        evaluation.loss = loss / static_cast<double>(withLoss);
        evaluation.metrics["loss"] = evaluation.loss;
    }
    return evaluation;
}

}  // namespace loomscope
