// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/exec/memory_plan.h"
#include "engine/params/parameter_store.h"
#include "engine/tensor/arena.h"
#include "engine/tensor/device.h"

#include <array>
#include <cstdint>
#include <vector>

namespace loomscope {

/// The weights of a step's products, laid out once for all launches that multiply with them: as they are in
/// forward, transposed in backward. It costs as much as some dozens of rows, so weights that gain little are
/// left alone. Threads: thread-confined; lays out on the threads of the device.
class PackedWeights {
public:
    /// Starts a step: forgets, and finds the weights that are worth it.
    void collect(const MemoryPlan& plan, const ParameterStore& parameters, const Device& device);
    /// The weight of a product, or its transpose, as Device::pack lays it out; null if it isn't worth it, or
    /// if there is no memory.
    [[nodiscard]] const float* find(ParameterId weight, Transpose transpose, const ParameterStore& parameters,
                                    Device& device);
    [[nodiscard]] std::int64_t bytes() const { return sides_[0].arena.bytes() + sides_[1].arena.bytes(); }

private:
    struct Weight {
        std::int64_t rows = 0;   // of the step, that gain
        std::int64_t place = 0;  // in the arena
        bool isPacked = false;
    };
    /// Of all weights as they are, or transposed.
    struct Side {
        std::vector<Weight> weights;  // by parameter
        std::int64_t floats = 0;
        Arena arena;
    };
    std::array<Side, 2> sides_;  // by Transpose
};

}  // namespace loomscope
