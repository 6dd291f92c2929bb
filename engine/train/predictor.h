// SPDX-License-Identifier: Apache-2.0
// Outputs of a trained model.
#pragma once

#include "engine/base/job_control.h"
#include "engine/data/dataset.h"
#include "engine/models/model.h"
#include "engine/train/run_config.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace loomscope {

/// What a model says of one record.
struct PredictedRecord {
    std::int64_t index = 0;   ///< in the dataset
    std::int64_t record = 0;  ///< Example::record
    /// Model::toOutputs of the root or the example, of all parts in order if a model has no root:
    /// probabilities, or numbers in own units.
    std::vector<float> outputs;
    std::string problem;  ///< why there are no outputs, or empty
};

/// Runs `model` with `parameters` over a dataset, in its order. `receive` is called for every record, on the
/// calling thread. Errors: kCancelled if `control` stops it; those of makeDevice, makePolicy and
/// Executor::forward.
[[nodiscard]] Result<void> predict(const Model& model, const ParameterStore& parameters,
                                   const Dataset& dataset, const EngineConfig& engine,
                                   const JobControl& control,
                                   const std::function<void(const PredictedRecord&)>& receive);

}  // namespace loomscope
