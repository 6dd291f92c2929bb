// SPDX-License-Identifier: Apache-2.0
#include "engine/optim/momentum.h"

namespace loomscope {

namespace {

constexpr float kMomentum = 0.9F;

}  // namespace

void Momentum::update(const Work& work) const {
    float* __restrict values = work.values;
    const float* __restrict gradients = work.gradients;
    float* __restrict velocity = work.state[0];
    for (std::int64_t i = 0; i < work.size; ++i) {
        const float gradient = work.scale * gradients[i] + work.decay * values[i];
        velocity[i] = settled(kMomentum * velocity[i] - work.rate * gradient);
        values[i] += velocity[i];
    }
}

void Nesterov::update(const Work& work) const {
    float* __restrict values = work.values;
    const float* __restrict gradients = work.gradients;
    float* __restrict velocity = work.state[0];
    for (std::int64_t i = 0; i < work.size; ++i) {
        const float gradient = work.scale * gradients[i] + work.decay * values[i];
        velocity[i] = settled(kMomentum * velocity[i] - work.rate * gradient);
        values[i] += kMomentum * velocity[i] - work.rate * gradient;
    }
}

}  // namespace loomscope
