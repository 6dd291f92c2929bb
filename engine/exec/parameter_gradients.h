// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/exec/execution_trace.h"
#include "engine/exec/launch_call.h"
#include "engine/exec/memory_plan.h"
#include "engine/ops/batch_call.h"
#include "engine/params/parameter_store.h"
#include "engine/tensor/device.h"

#include <vector>

namespace loomscope {

/// Touches the rows that a lookup reads.
void touchTable(const MemoryPlan& plan, const Launch& lookup, ParameterStore& parameters);

/// Makes the gradients of parameters at the end of backward. Launches of one weight that lie behind each
/// other, in both argument and output gradient, are one product: usually one a weight for the whole step.
class ParameterGradients {
public:
    void add(const MemoryPlan& plan, const Graph& graph, float* values, float* gradients, Device& device,
             ParameterStore& parameters, Profile& profile);

private:
    /// Neighbouring launches of one product with the same parameters.
    struct Run {
        std::uint32_t launch = 0;
        std::int64_t rows = 0;
        std::int64_t nextInput = 0;  ///< place behind the last row
        std::int64_t nextOutput = 0;
    };
    void collect(const MemoryPlan& plan);
    void addRun(const MemoryPlan& plan, const Run& run, const float* values, float* gradients, Device& device,
                ParameterStore& parameters) const;
    void addTables(const MemoryPlan& plan, float* gradients, ParameterStore& parameters) const;
    void addOthers(const MemoryPlan& plan, const Graph& graph, float* values, float* gradients,
                   Device& device, ParameterStore& parameters);

    std::vector<Run> runs_;
    std::vector<std::uint32_t> tables_;
    std::vector<std::uint32_t> others_;  // neither products nor lookups
    std::vector<float*> targets_;
    LaunchCall call_;
};

}  // namespace loomscope
