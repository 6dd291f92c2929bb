// SPDX-License-Identifier: Apache-2.0
// The functions that op arithmetic is written in, for a scalar and for a fixed-width array of scalars alike.
#pragma once

#include <Eigen/Core>

#include <cmath>

namespace loomscope::math {

/// The CPU driver's unit of arithmetic: sixteen floats in registers.
using Lanes = Eigen::Array<float, 16, 1>;

template <class T>
[[nodiscard]] T tanh(const T& x) {
    using std::tanh;
    return tanh(x);
}
template <class T>
[[nodiscard]] T sigmoid(const T& x) {
    if constexpr (std::is_floating_point_v<T>) {
        return T(1) / (T(1) + std::exp(-x));
    } else {
        return x.logistic();
    }
}
template <class T>
[[nodiscard]] T relu(const T& x) {
    if constexpr (std::is_floating_point_v<T>) {
        return x > T(0) ? x : T(0);
    } else {
        return x.cwiseMax(0.0F);
    }
}
/// 1 where x is positive, else 0.
template <class T>
[[nodiscard]] T step(const T& x) {
    if constexpr (std::is_floating_point_v<T>) {
        return x > T(0) ? T(1) : T(0);
    } else {
        return (x > 0.0F).template cast<float>();
    }
}

}  // namespace loomscope::math
