// SPDX-License-Identifier: Apache-2.0
// The norm of a step's gradient, and the factor that keeps it small.
#pragma once

#include "engine/base/thread_pool.h"
#include "engine/params/parameter_store.h"

namespace loomscope {

class UpdatePlan;

/// Euclidean norm over the gradients of dense parameters and the touched rows of tables, before any L2 term.
/// Added up in double and in a fixed order: the same bits for any number of threads. Not finite if a gradient
/// is not.
[[nodiscard]] double gradientNorm(const ParameterStore& parameters, const UpdatePlan& plan,
                                  ThreadPool* pool = nullptr);

/// The factor by which gradients of norm `norm` are scaled so that it is at most `limit`; 1 if `limit` is 0.
[[nodiscard]] float clipFactor(double norm, double limit);

}  // namespace loomscope
