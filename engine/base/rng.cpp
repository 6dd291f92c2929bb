// SPDX-License-Identifier: Apache-2.0
#include "engine/base/rng.h"

#include <cmath>
#include <numbers>

namespace loomscope {

double Rng::normal() {
    const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
    return radius * std::cos(2.0 * std::numbers::pi * uniform());
}

}  // namespace loomscope
