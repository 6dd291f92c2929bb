// SPDX-License-Identifier: Apache-2.0
// A stored run that training goes on with.
#pragma once

#include "engine/train/run_config.h"
#include "engine/train/training_state.h"
#include "storage/run_store.h"

namespace loomscope {

struct ResumedRun {
    RunId id{};
    RunConfig config;  ///< as it was stored
    TrainingState state;
};

/// Reads what a run kept to go on from. Cost: the weights and what the optimiser keeps, read once.
/// Errors: those of RunStore; kInvalid if it is being trained, or is not what this program wrote; kNotFound
/// if it has kept nothing.
[[nodiscard]] Result<ResumedRun> readResumedRun(const RunStore& store, RunId run);

}  // namespace loomscope
