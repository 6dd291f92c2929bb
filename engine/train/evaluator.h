// SPDX-License-Identifier: Apache-2.0
// Loss and metrics of a dataset, without learning from it.
#pragma once

#include "engine/exec/executor.h"
#include "engine/train/metrics.h"
#include "engine/train/minibatch.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace loomscope {

/// What an evaluation came to.
struct Evaluation {
    double loss = 0;                        ///< mean over the examples that have one
    std::map<std::string, double> metrics;  ///< with "loss"
    std::vector<SkippedExample> skipped;
    std::string notFinite;   ///< where the first loss that is not finite starts; empty if all are
    bool isComplete = true;  ///< false if it was stopped
};

/// Evaluates a whole dataset in its order, in minibatches of `batchSize`. Between two of them `shallStop` is
/// asked; it may block. Errors: those of Executor::forward.
[[nodiscard]] Result<Evaluation> evaluate(const Model& model, const ParameterStore& parameters,
                                          const Dataset& dataset, MinibatchBuilder& builder,
                                          Executor& executor, std::int64_t batchSize,
                                          const std::function<bool()>& shallStop);

}  // namespace loomscope
