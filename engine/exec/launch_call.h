// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/exec/memory_plan.h"
#include "engine/ops/batch_call.h"
#include "engine/params/parameter_store.h"

#include <vector>

namespace loomscope {

/// Turns the places of a launch into the pointers of a kernel call. Keeps its memory between launches.
class LaunchCall {
public:
    BatchCall call;

    /// `gradients` is null if there are none yet.
    void bind(const MemoryPlan& plan, const Launch& launch, const Graph& graph,
              const ParameterStore& parameters, float* values, float* gradients, bool isBackward);

private:
    std::vector<BatchOperand> operands_;
    std::vector<BatchOutput> outputs_;
};

}  // namespace loomscope
