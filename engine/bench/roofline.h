// SPDX-License-Identifier: Apache-2.0
// The least that a minibatch must do on a machine, and the memory that it must have.
#pragma once

#include "engine/exec/memory_plan.h"
#include "engine/optim/update_plan.h"

#include <cstdint>

namespace loomscope {

/// Bytes of one step, by what they hold.
struct StepMemory {
    std::int64_t values = 0;      ///< of all ops, copies of rows left out
    std::int64_t gradients = 0;   ///< of the values; 0 without training
    std::int64_t parameters = 0;  ///< and, in training, their gradients and what the optimiser keeps
    std::int64_t arenas = 0;      ///< what the executor holds for values and gradients

    [[nodiscard]] std::int64_t needed() const { return values + gradients + parameters; }
    [[nodiscard]] std::int64_t held() const { return arenas + parameters; }
    /// What is held for each byte that is needed.
    [[nodiscard]] double ratio() const;
};

/// Bytes of the results of all launches but copies.
[[nodiscard]] std::int64_t bytesOfValues(const MemoryPlan& plan);

/// Bytes that a step moves at least: each value is written and read once, and so is each gradient; parameters
/// are read, their gradients written and read, and the update reads and writes them and `numStates` numbers
/// beside each. Only rows of tables that the step touches count. `update` is null without training.
[[nodiscard]] double leastBytes(const StepMemory& memory, const ParameterStore& parameters,
                                const UpdatePlan* update, std::size_t numStates);

/// The floor of a minibatch: the time of its products at the product peak, or of its bytes at the rate of
/// copies, whichever is longer (Williams, Waterman and Patterson, 2009).
struct Roofline {
    double operations = 0;  ///< of matrix products
    double bytes = 0;       ///< leastBytes()
    double floorSeconds = 0;
    double seconds = 0;  ///< measured

    /// How much of the measured time is the floor.
    [[nodiscard]] double share() const { return seconds > 0 ? floorSeconds / seconds : 0; }
};

}  // namespace loomscope
