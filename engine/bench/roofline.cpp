// SPDX-License-Identifier: Apache-2.0
#include "engine/bench/roofline.h"

namespace loomscope {

namespace {

constexpr auto kFloat = static_cast<std::int64_t>(sizeof(float));

std::int64_t sizeOfDense(const ParameterStore& parameters) {
    std::int64_t size = 0;
    for (const Parameter& parameter : parameters.parameters()) {
        size += parameter.kind == ParameterKind::kDense ? parameter.shape.size() : 0;
    }
    return size;
}

}  // namespace

double StepMemory::ratio() const {
    return needed() > 0 ? static_cast<double>(held()) / static_cast<double>(needed()) : 0;
}

std::int64_t bytesOfValues(const MemoryPlan& plan) {
    std::int64_t floats = 0;
    for (const Launch& launch : plan.launches) {
        for (const OutputBlock& output : plan.outputsOf(launch)) {
            floats += launch.kind == Launch::Kind::kOp ? launch.rows * output.shape.size() : 0;
        }
    }
    return floats * kFloat;
}

double leastBytes(const StepMemory& memory, const ParameterStore& parameters, const UpdatePlan* update,
                  std::size_t numStates) {
    const auto results = static_cast<double>(2 * (memory.values + memory.gradients));
    if (update == nullptr) {
        return results + static_cast<double>(sizeOfDense(parameters) * kFloat);
    }
    std::int64_t touched = 0;
    for (const UpdateRange& range : update->ranges()) {
        touched += range.size;
    }
    // Read forward and backward, gradient written and read, value and states read and written.
    return results + static_cast<double>(touched * kFloat) * (6 + 2 * static_cast<double>(numStates));
}

}  // namespace loomscope
