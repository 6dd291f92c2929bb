// SPDX-License-Identifier: Apache-2.0
// How parameters are filled before training.
#pragma once

#include "engine/base/rng.h"
#include "engine/params/parameter_store.h"
#include "engine/tensor/shape.h"

#include <span>

namespace loomscope {

/// Fills `values` (row-major, `shape.size()` numbers) by `initializer`. For the Glorot kinds (Glorot and
/// Bengio, 2010) and the orthogonal one the last extent is the fan-out, the product of the others the fan-in,
/// as in x·W.
void fill(std::span<float> values, const Shape& shape, const Initializer& initializer, Rng& rng);

}  // namespace loomscope
