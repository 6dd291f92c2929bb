// SPDX-License-Identifier: Apache-2.0
#include "engine/optim/exponentiated_gradient.h"

#include <algorithm>
#include <cmath>

namespace loomscope {

void ExponentiatedGradient::update(const Work& work) const {
    constexpr float kLargest = 20.0F;
    float* __restrict values = work.values;
    const float* __restrict gradients = work.gradients;
    for (std::int64_t i = 0; i < work.size; ++i) {
        const float gradient = work.scale * gradients[i] + work.decay * values[i];
        values[i] *= std::exp(
            std::clamp(-work.rate * std::copysign(gradient, gradient * values[i]), -kLargest, kLargest));
    }
}

}  // namespace loomscope
