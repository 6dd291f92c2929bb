// SPDX-License-Identifier: Apache-2.0
#include "engine/optim/adam.h"

#include <cmath>

namespace loomscope {

Adam::Adam(const ParameterStore& parameters)
    : Optimiser({{.name = "first_moment",
                  .values = std::vector<float>(static_cast<std::size_t>(parameters.size()))},
                 {.name = "second_moment",
                  .values = std::vector<float>(static_cast<std::size_t>(parameters.size()))}}) {}

void Adam::update(const Work& work) const {
    constexpr double kBeta1 = 0.9;
    constexpr double kBeta2 = 0.999;
    constexpr float kEpsilon = 1e-8F;
    const auto steps = static_cast<double>(numSteps());
    const auto rate = static_cast<float>(work.rate / (1.0 - std::pow(kBeta1, steps)));
    const auto secondScale = static_cast<float>(1.0 / (1.0 - std::pow(kBeta2, steps)));
    constexpr auto kKeep1 = static_cast<float>(kBeta1);
    constexpr auto kKeep2 = static_cast<float>(kBeta2);
    constexpr auto kTake1 = static_cast<float>(1.0 - kBeta1);
    constexpr auto kTake2 = static_cast<float>(1.0 - kBeta2);
    float* __restrict values = work.values;
    const float* __restrict gradients = work.gradients;
    float* __restrict first = work.state[0];
    float* __restrict second = work.state[1];
    for (std::int64_t i = 0; i < work.size; ++i) {
        const float gradient = work.scale * gradients[i] + work.decay * values[i];
        first[i] = kKeep1 * first[i] + kTake1 * gradient;
        second[i] = kKeep2 * second[i] + kTake2 * gradient * gradient;
        values[i] -= rate * first[i] / (std::sqrt(second[i] * secondScale) + kEpsilon);
    }
}

}  // namespace loomscope
