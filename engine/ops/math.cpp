// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/math.h"

#include <limits>
#include <numbers>

namespace loomscope::math {

double digamma(double x) {
    if (x <= 0.0) {
        if (x == std::floor(x)) {
            return std::numeric_limits<double>::quiet_NaN();
        }
        return digamma(1.0 - x) - std::numbers::pi / std::tan(std::numbers::pi * x);
    }
    double shift = 0.0;
    for (; x < 8.0; x += 1.0) {
        shift += 1.0 / x;
    }
    const double inverse = 1.0 / x;
    const double square = inverse * inverse;
    // Bernoulli numbers B_2k/2k, by Horner.
    const double tail =
        square *
        (1.0 / 12 - square * (1.0 / 120 - square * (1.0 / 252 - square * (1.0 / 240 - square / 132.0))));
    return std::log(x) - 0.5 * inverse - tail - shift;
}

}  // namespace loomscope::math
