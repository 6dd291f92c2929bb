// SPDX-License-Identifier: Apache-2.0
#include "engine/optim/rms_prop.h"

#include <cmath>

namespace loomscope {

namespace {

constexpr float kKeep = 0.95F;

void decay(float* numbers, std::int64_t size) {
    for (std::int64_t i = 0; i < size; ++i) {
        numbers[i] = settled(kKeep * numbers[i]);
    }
}

}  // namespace

void RmsProp::update(const Work& work) const {
    constexpr float kEpsilon = 1e-8F;
    float* __restrict values = work.values;
    const float* __restrict gradients = work.gradients;
    float* __restrict squares = work.state[0];
    for (std::int64_t i = 0; i < work.size; ++i) {
        const float gradient = work.scale * gradients[i] + work.decay * values[i];
        squares[i] = settled(kKeep * squares[i] + (1.0F - kKeep) * gradient * gradient);
        values[i] -= work.rate * gradient / std::sqrt(squares[i] + kEpsilon);
    }
}

void RmsProp::rest(const Work& work) const {
    if (work.decay != 0.0F) {
        update(work);
        return;
    }
    decay(work.state[0], work.size);
}

void Adadelta::update(const Work& work) const {
    constexpr float kEpsilon = 1e-6F;
    float* __restrict values = work.values;
    const float* __restrict gradients = work.gradients;
    float* __restrict squares = work.state[0];
    float* __restrict updates = work.state[1];
    for (std::int64_t i = 0; i < work.size; ++i) {
        const float gradient = work.scale * gradients[i] + work.decay * values[i];
        squares[i] = settled(kKeep * squares[i] + (1.0F - kKeep) * gradient * gradient);
        const float change = gradient * std::sqrt((updates[i] + kEpsilon) / (squares[i] + kEpsilon));
        updates[i] = settled(kKeep * updates[i] + (1.0F - kKeep) * change * change);
        values[i] -= work.rate * change;
    }
}

void Adadelta::rest(const Work& work) const {
    if (work.decay != 0.0F) {
        update(work);
        return;
    }
    decay(work.state[0], work.size);
    decay(work.state[1], work.size);
}

}  // namespace loomscope
