// SPDX-License-Identifier: Apache-2.0
#include "engine/optim/adagrad.h"

#include <cmath>

namespace loomscope {

Adagrad::Adagrad(const ParameterStore& parameters) : Optimiser(emptyState({"squared_sum"}, parameters)) {}

void Adagrad::update(const Work& work) const {
    constexpr float kEpsilon = 1e-10F;
    float* __restrict values = work.values;
    const float* __restrict gradients = work.gradients;
    float* __restrict sums = work.state[0];
    for (std::int64_t i = 0; i < work.size; ++i) {
        const float gradient = work.scale * gradients[i] + work.decay * values[i];
        sums[i] += gradient * gradient;
        values[i] -= work.rate * gradient / (std::sqrt(sums[i]) + kEpsilon);
    }
}

}  // namespace loomscope
