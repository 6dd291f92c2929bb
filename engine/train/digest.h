// SPDX-License-Identifier: Apache-2.0
// A number that two runs share exactly as long as they are the same to the bit.
#pragma once

#include "engine/base/thread_pool.h"
#include "engine/optim/update_plan.h"
#include "engine/params/parameter_store.h"

#include <cstdint>
#include <span>

namespace loomscope {

/// Mixes the bits of floats into 64 bits; order counts. About one cycle a float.
[[nodiscard]] std::uint64_t hashBits(std::span<const float> values, std::uint64_t seed);

/// Digest of a step: of the digest before it, the loss, and all values the step changed (those in `plan`). By
/// the chain it stands for all parameters, at the cost of reading those that moved.
[[nodiscard]] std::uint64_t stepDigest(std::uint64_t previous, double loss, const ParameterStore& parameters,
                                       const UpdatePlan& plan, ThreadPool* pool);

}  // namespace loomscope
