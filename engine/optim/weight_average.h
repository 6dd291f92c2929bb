// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/thread_pool.h"
#include "engine/params/parameter_store.h"

#include <cstdint>
#include <span>
#include <vector>

namespace loomscope {

/// A moving average of all weights: what is evaluated and kept, while training goes on with the weights
/// themselves. Threads: thread-confined.
class WeightAverage {
public:
    /// `decay` below 1: ā ← d·ā + (1−d)·w with d = min(decay, t / (t+9)), so that the first steps, which are
    /// far off, are soon forgotten. 1: the mean of all steps.
    explicit WeightAverage(double decay) : decay_(decay) {}

    /// Takes in the weights after a step. Cost: one pass over all of them.
    void add(const ParameterStore& parameters, ThreadPool* pool);
    /// Exchanges average and weights, if there was a step; a second call undoes the first.
    void swapWith(ParameterStore& parameters);

    /// What is needed to go on later.
    [[nodiscard]] std::int64_t numSteps() const { return numSteps_; }
    [[nodiscard]] std::span<const float> values() const { return average_; }
    void restore(std::int64_t numSteps, std::span<const float> values) {
        numSteps_ = numSteps;
        average_.assign(values.begin(), values.end());
    }

private:
    double decay_;
    std::int64_t numSteps_ = 0;
    std::vector<float> average_;
};

}  // namespace loomscope
