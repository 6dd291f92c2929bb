// SPDX-License-Identifier: Apache-2.0
// Powers, roots, exponentials and their like, element by element.
#pragma once

#include "engine/ops/elementwise_forms.h"
#include "engine/ops/math.h"

#include <cmath>
#include <numbers>
#include <string_view>

namespace loomscope {

/// y = −x.
struct Negate : UnaryForm<Negate> {
    static constexpr std::string_view kName = "negate";
    template <class T>
    static T of(const T& x) {
        return -x;
    }
    template <class T>
    static T slope(const T&, const T&) {
        return math::constant<T>(-1);
    }
};

/// y = 1/x.
struct Reciprocal : UnaryForm<Reciprocal> {
    static constexpr std::string_view kName = "reciprocal";
    template <class T>
    static T of(const T& x) {
        return 1.0F / x;
    }
    template <class T>
    static T slope(const T&, const T& y) {
        return -y * y;
    }
};

/// y = x².
struct Square : UnaryForm<Square> {
    static constexpr std::string_view kName = "square";
    template <class T>
    static T of(const T& x) {
        return x * x;
    }
    template <class T>
    static T slope(const T& x, const T&) {
        return 2.0F * x;
    }
};

/// y = x³.
struct Cube : UnaryForm<Cube> {
    static constexpr std::string_view kName = "cube";
    template <class T>
    static T of(const T& x) {
        return x * x * x;
    }
    template <class T>
    static T slope(const T& x, const T&) {
        return 3.0F * x * x;
    }
};

/// y = √x. The slope at 0 is infinite.
struct Sqrt : UnaryForm<Sqrt> {
    static constexpr std::string_view kName = "sqrt";
    template <class T>
    static T of(const T& x) {
        return math::sqrt(x);
    }
    template <class T>
    static T slope(const T&, const T& y) {
        return 0.5F / y;
    }
};

/// y = eˣ.
struct Exp : UnaryForm<Exp> {
    static constexpr std::string_view kName = "exp";
    template <class T>
    static T of(const T& x) {
        return math::exp(x);
    }
    template <class T>
    static T slope(const T&, const T& y) {
        return y;
    }
};

/// y = ln x: −∞ at 0, no number below.
struct Log : UnaryForm<Log> {
    static constexpr std::string_view kName = "log";
    template <class T>
    static T of(const T& x) {
        return math::log(x);
    }
    template <class T>
    static T slope(const T& x, const T&) {
        return 1.0F / x;
    }
};

/// y = |x|. The slope at 0 is 0.
struct Abs : UnaryForm<Abs> {
    static constexpr std::string_view kName = "abs";
    template <class T>
    static T of(const T& x) {
        return math::abs(x);
    }
    template <class T>
    static T slope(const T& x, const T&) {
        return math::sign(x);
    }
};

/// y = 2/√π · ∫ exp(−t²) dt from 0 to x.
struct Erf : UnaryForm<Erf> {
    static constexpr std::string_view kName = "erf";
    template <class T>
    static T of(const T& x) {
        return math::eachLane(x, [](auto lane) { return std::erf(lane); });
    }
    template <class T>
    static T slope(const T& x, const T&) {
        return math::exp(T(-x * x)) * math::Scalar<T>(2 * std::numbers::inv_sqrtpi);
    }
};

/// y = ln |Γ(x)|.
struct LogGamma : UnaryForm<LogGamma> {
    static constexpr std::string_view kName = "log_gamma";
    template <class T>
    static T of(const T& x) {
        return math::eachLane(x, [](auto lane) {
            int sign = 0;  // std::lgamma keeps it in a global
            return static_cast<decltype(lane)>(::lgamma_r(static_cast<double>(lane), &sign));
        });
    }
    template <class T>
    static T slope(const T& x, const T&) {
        return math::eachLane(x, [](auto lane) {
            return static_cast<decltype(lane)>(math::digamma(static_cast<double>(lane)));
        });
    }
};

}  // namespace loomscope
