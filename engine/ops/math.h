// SPDX-License-Identifier: Apache-2.0
// The functions that op arithmetic is written in, for a scalar and for a fixed-width array of scalars alike.
#pragma once

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

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

/// The scalar that T is, or is made of.
template <class T>
struct ScalarOf {
    using Type = T;
};
template <>
struct ScalarOf<Lanes> {
    using Type = float;
};
template <class T>
using Scalar = typename ScalarOf<T>::Type;

/// c in every lane.
template <class T>
[[nodiscard]] T constant(Scalar<T> c) {
    if constexpr (std::is_floating_point_v<T>) {
        return c;
    } else {
        return T::Constant(c);
    }
}
/// a where the mask is true, else b.
template <class T, class Mask>
[[nodiscard]] T where(const Mask& mask, const T& a, const T& b) {
    if constexpr (std::is_floating_point_v<T>) {
        return mask ? a : b;
    } else {
        return mask.select(a, b);
    }
}
/// A function without a vector form, lane by lane.
template <class T, class Function>
[[nodiscard]] T eachLane(const T& x, const Function& function) {
    if constexpr (std::is_floating_point_v<T>) {
        return function(x);
    } else {
        T y;
        for (Eigen::Index i = 0; i < T::SizeAtCompileTime; ++i) {
            y[i] = function(x[i]);
        }
        return y;
    }
}
template <class T, class Function>
[[nodiscard]] T eachLane(const T& a, const T& b, const Function& function) {
    if constexpr (std::is_floating_point_v<T>) {
        return function(a, b);
    } else {
        T y;
        for (Eigen::Index i = 0; i < T::SizeAtCompileTime; ++i) {
            y[i] = function(a[i], b[i]);
        }
        return y;
    }
}
/// Exact at the ends of the range too, where the array library's stays finite.
template <class T>
[[nodiscard]] T exp(const T& x) {
    if constexpr (std::is_floating_point_v<T>) {
        return std::exp(x);
    } else {
        constexpr float kLargest = 88.72284F;
        const T inside = x.exp();
        const T ends =
            where<T>(x > 0.0F, constant<T>(std::numeric_limits<float>::infinity()), constant<T>(0.0F));
        // NaN alone differs from itself. NOLINTNEXTLINE(misc-redundant-expression)
        return where<T>(x.abs() <= kLargest, inside, where<T>(x == x, ends, x));
    }
}
/// eˣ − 1, without cancellation near 0.
template <class T>
[[nodiscard]] T expm1(const T& x) {
    return eachLane(x, [](auto lane) { return std::expm1(lane); });
}
template <class T>
[[nodiscard]] T pow(const T& a, const T& b) {
    return eachLane(a, b, [](auto x, auto y) { return std::pow(x, y); });
}
template <class T>
[[nodiscard]] T log(const T& x) {
    using std::log;
    return log(x);
}
/// Exact for 0, infinity and negative numbers too, unlike the array library's.
template <class T>
[[nodiscard]] T sqrt(const T& x) {
    return eachLane(x, [](auto lane) { return std::sqrt(lane); });
}
template <class T>
[[nodiscard]] T abs(const T& x) {
    using std::abs;
    return abs(x);
}
/// −1, 0 or 1.
template <class T>
[[nodiscard]] T sign(const T& x) {
    const T zero = constant<T>(0);
    return where<T>(x > zero, constant<T>(1), where<T>(x < zero, constant<T>(-1), T(x * zero)));
}
/// log σ(x), without overflow.
template <class T>
[[nodiscard]] T logSigmoid(const T& x) {
    return eachLane(x, [](auto lane) {
        return std::min(lane, decltype(lane)(0)) - std::log1p(std::exp(-std::abs(lane)));
    });
}
/// The logarithmic derivative of the gamma function: recurrence up to 8, then its asymptotic series
/// (Abramowitz & Stegun, 6.3.18); reflection below 0, where it has poles at the integers.
[[nodiscard]] double digamma(double x);

}  // namespace loomscope::math
