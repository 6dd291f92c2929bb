// SPDX-License-Identifier: Apache-2.0
// Activations beside tanh, sigmoid and relu, element by element.
#pragma once

#include "engine/ops/elementwise_forms.h"
#include "engine/ops/math.h"

#include <cmath>
#include <numbers>
#include <string_view>

namespace loomscope {

/// y = ln σ(x).
struct LogSigmoid : UnaryForm<LogSigmoid> {
    static constexpr std::string_view kName = "log_sigmoid";
    template <class T>
    static T of(const T& x) {
        return math::logSigmoid(x);
    }
    template <class T>
    static T slope(const T& x, const T&) {
        return math::sigmoid(T(-x));
    }
};

/// y = x/(1 + |x|).
struct Softsign : UnaryForm<Softsign> {
    static constexpr std::string_view kName = "softsign";
    template <class T>
    static T of(const T& x) {
        return math::where<T>(math::abs(x) < 1e30F, T(x / (1.0F + math::abs(x))), math::sign(x));
    }
    template <class T>
    static T slope(const T& x, const T&) {
        return 1.0F / ((1.0F + math::abs(x)) * (1.0F + math::abs(x)));
    }
};

/// y = x above 0, c·(eˣ − 1) below (Clevert et al., 2016).
struct Elu : ConstantForm<Elu> {
    static constexpr std::string_view kName = "elu";
    template <class T>
    static T of(const T& x, float c) {
        return math::where<T>(x > 0.0F, x, T(c * math::expm1(x)));
    }
    template <class T>
    static T slope(const T& x, const T&, float c) {
        return math::where<T>(x > 0.0F, math::constant<T>(1), T(c * math::exp(x)));
    }
};

/// y = x above 0, c·x below.
struct LeakyRelu : ConstantForm<LeakyRelu> {
    static constexpr std::string_view kName = "leaky_relu";
    template <class T>
    static T of(const T& x, float c) {
        return math::where<T>(x > 0.0F, x, T(c * x));
    }
    template <class T>
    static T slope(const T& x, const T&, float c) {
        return math::where<T>(x > 0.0F, math::constant<T>(1), math::constant<T>(c));
    }
};

/// y = λ·x above 0, λ·α·(eˣ − 1) below (Klambauer et al., 2017).
struct Selu : UnaryForm<Selu> {
    static constexpr std::string_view kName = "selu";
    static constexpr double kAlpha = 1.6732632423543772;
    static constexpr double kScale = 1.0507009873554805;
    template <class T>
    static T of(const T& x) {
        return math::Scalar<T>(kScale) *
               math::where<T>(x > 0.0F, x, T(math::Scalar<T>(kAlpha) * math::expm1(x)));
    }
    template <class T>
    static T slope(const T& x, const T&) {
        return math::Scalar<T>(kScale) *
               math::where<T>(x > 0.0F, math::constant<T>(1), T(math::Scalar<T>(kAlpha) * math::exp(x)));
    }
};

/// y = x·σ(c·x), also called swish (Ramachandran et al., 2017). 0 at −∞ if c is positive.
struct Silu : ConstantForm<Silu> {
    static constexpr std::string_view kName = "silu";
    template <class T>
    static T of(const T& x, float c) {
        const T scaled = c * x;
        return math::where<T>(scaled < -100.0F, math::constant<T>(0), T(x * math::sigmoid(scaled)));
    }
    template <class T>
    static T slope(const T& x, const T& y, float c) {
        const T gate = math::sigmoid(T(c * x));
        return math::where<T>(gate == 1.0F, gate, T(gate + c * y * (1.0F - gate)));
    }
};

/// y = x·Φ(x), with the normal distribution's Φ (Hendrycks & Gimpel, 2016); exact, not by tanh.
struct Gelu : UnaryForm<Gelu> {
    static constexpr std::string_view kName = "gelu";
    template <class T>
    static T share(const T& x) {
        return math::eachLane(x, [](auto lane) {
            using Real = decltype(lane);
            return Real(0.5) * std::erfc(-lane * Real(1 / std::numbers::sqrt2));
        });
    }
    template <class T>
    static T of(const T& x) {
        const T part = share(x);
        return math::where<T>(part == 0.0F, math::constant<T>(0), T(x * part));
    }
    template <class T>
    static T slope(const T& x, const T&) {
        constexpr double kDensityAtZero = std::numbers::inv_sqrtpi / std::numbers::sqrt2;
        const T density = math::exp(T(x * x * -0.5F)) * math::Scalar<T>(kDensityAtZero);
        return share(x) + math::where<T>(density == 0.0F, math::constant<T>(0), T(x * density));
    }
};

}  // namespace loomscope
