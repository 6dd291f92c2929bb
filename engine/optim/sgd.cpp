// SPDX-License-Identifier: Apache-2.0
#include "engine/optim/sgd.h"

namespace loomscope {

void Sgd::update(const Work& work) const {
    float* __restrict values = work.values;
    const float* __restrict gradients = work.gradients;
    for (std::int64_t i = 0; i < work.size; ++i) {
        values[i] -= work.rate * (work.scale * gradients[i] + work.decay * values[i]);
    }
}

}  // namespace loomscope
