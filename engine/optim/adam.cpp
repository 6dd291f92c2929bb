// SPDX-License-Identifier: Apache-2.0
#include "engine/optim/adam.h"

#include <algorithm>
#include <cmath>

namespace loomscope {

namespace {

constexpr double kBeta1 = 0.9;
constexpr double kBeta2 = 0.999;
constexpr auto kKeep1 = static_cast<float>(kBeta1);
constexpr auto kKeep2 = static_cast<float>(kBeta2);
constexpr auto kTake1 = static_cast<float>(1.0 - kBeta1);
constexpr auto kTake2 = static_cast<float>(1.0 - kBeta2);
constexpr float kEpsilon = 1e-8F;

/// What corrects the moments after so many steps for their start at zero.
struct Correction {
    explicit Correction(std::int64_t steps)
        : first(static_cast<float>(1.0 / (1.0 - std::pow(kBeta1, static_cast<double>(steps))))),
          second(static_cast<float>(1.0 / (1.0 - std::pow(kBeta2, static_cast<double>(steps))))) {}
    float first;
    float second;
};

}  // namespace

void Adam::update(const Work& work) const {
    const Correction correction(work.step);
    const float rate = work.rate * correction.first;
    float* __restrict values = work.values;
    const float* __restrict gradients = work.gradients;
    float* __restrict first = work.state[0];
    float* __restrict second = work.state[1];
    for (std::int64_t i = 0; i < work.size; ++i) {
        const float gradient = work.scale * gradients[i] + work.decay * values[i];
        first[i] = settled(kKeep1 * first[i] + kTake1 * gradient);
        second[i] = kKeep2 * second[i] + kTake2 * gradient * gradient;
        values[i] -= rate * first[i] / (std::sqrt(second[i] * correction.second) + kEpsilon);
    }
}

void Adam::rest(const Work& work) const {
    const float* const first = work.state[0];
    const bool isStill = std::all_of(first, first + work.size, [](float moment) { return moment == 0.0F; });
    if (work.decay != 0.0F || !isStill) {
        update(work);
        return;
    }
    for (std::int64_t i = 0; i < work.size; ++i) {
        work.state[1][i] *= kKeep2;
    }
}

void AdamW::update(const Work& work) const {
    for (std::int64_t i = 0; i < work.size; ++i) {
        work.values[i] -= work.rate * work.decay * work.values[i];
    }
    Work undecayed = work;
    undecayed.decay = 0.0F;
    Adam::update(undecayed);
}

void AmsGrad::update(const Work& work) const {
    const Correction correction(work.step);
    const float rate = work.rate * correction.first;
    float* __restrict values = work.values;
    const float* __restrict gradients = work.gradients;
    float* __restrict first = work.state[0];
    float* __restrict second = work.state[1];
    float* __restrict largest = work.state[2];
    for (std::int64_t i = 0; i < work.size; ++i) {
        const float gradient = work.scale * gradients[i] + work.decay * values[i];
        first[i] = settled(kKeep1 * first[i] + kTake1 * gradient);
        second[i] = kKeep2 * second[i] + kTake2 * gradient * gradient;
        largest[i] = std::max(largest[i], second[i] * correction.second);
        values[i] -= rate * first[i] / (std::sqrt(largest[i]) + kEpsilon);
    }
}

}  // namespace loomscope
