// SPDX-License-Identifier: Apache-2.0
// The CPU driver of products: the device's library on whole batches. Arguments must be contiguous.
#pragma once

#include "engine/ops/batch_call.h"

namespace loomscope::cpu {

void productForward(const BatchCall& call);
void affineForward(const BatchCall& call);
/// dx = dy·Wᵀ.
void linearBackward(const BatchCall& call);
/// dW += xᵀ·dy, db += Σ dy, over all rows of the call at once.
void weightGradient(const BatchCall& call, std::span<float* const> gradients);

}  // namespace loomscope::cpu
