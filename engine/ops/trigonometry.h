// SPDX-License-Identifier: Apache-2.0
// Trigonometric and hyperbolic functions and their inverses, element by element. Angles in radians.
#pragma once

#include "engine/ops/elementwise_forms.h"
#include "engine/ops/math.h"

#include <cmath>
#include <string_view>

namespace loomscope {

struct Sin : UnaryForm<Sin> {
    static constexpr std::string_view kName = "sin";
    template <class T>
    static T of(const T& x) {
        return math::eachLane(x, [](auto lane) { return std::sin(lane); });
    }
    template <class T>
    static T slope(const T& x, const T&) {
        return math::eachLane(x, [](auto lane) { return std::cos(lane); });
    }
};

struct Cos : UnaryForm<Cos> {
    static constexpr std::string_view kName = "cos";
    template <class T>
    static T of(const T& x) {
        return math::eachLane(x, [](auto lane) { return std::cos(lane); });
    }
    template <class T>
    static T slope(const T& x, const T&) {
        return -math::eachLane(x, [](auto lane) { return std::sin(lane); });
    }
};

struct Tan : UnaryForm<Tan> {
    static constexpr std::string_view kName = "tan";
    template <class T>
    static T of(const T& x) {
        return math::eachLane(x, [](auto lane) { return std::tan(lane); });
    }
    template <class T>
    static T slope(const T&, const T& y) {
        return 1.0F + y * y;
    }
};

/// No number outside [−1, 1]; the slope at its ends is infinite.
struct Asin : UnaryForm<Asin> {
    static constexpr std::string_view kName = "asin";
    template <class T>
    static T of(const T& x) {
        return math::eachLane(x, [](auto lane) { return std::asin(lane); });
    }
    template <class T>
    static T slope(const T& x, const T&) {
        return 1.0F / math::sqrt(T((1.0F - x) * (1.0F + x)));
    }
};

/// No number outside [−1, 1]; the slope at its ends is infinite.
struct Acos : UnaryForm<Acos> {
    static constexpr std::string_view kName = "acos";
    template <class T>
    static T of(const T& x) {
        return math::eachLane(x, [](auto lane) { return std::acos(lane); });
    }
    template <class T>
    static T slope(const T& x, const T&) {
        return -1.0F / math::sqrt(T((1.0F - x) * (1.0F + x)));
    }
};

struct Atan : UnaryForm<Atan> {
    static constexpr std::string_view kName = "atan";
    template <class T>
    static T of(const T& x) {
        return math::eachLane(x, [](auto lane) { return std::atan(lane); });
    }
    template <class T>
    static T slope(const T& x, const T&) {
        return 1.0F / (1.0F + x * x);
    }
};

struct Sinh : UnaryForm<Sinh> {
    static constexpr std::string_view kName = "sinh";
    template <class T>
    static T of(const T& x) {
        return math::eachLane(x, [](auto lane) { return std::sinh(lane); });
    }
    template <class T>
    static T slope(const T& x, const T&) {
        return math::eachLane(x, [](auto lane) { return std::cosh(lane); });
    }
};

struct Cosh : UnaryForm<Cosh> {
    static constexpr std::string_view kName = "cosh";
    template <class T>
    static T of(const T& x) {
        return math::eachLane(x, [](auto lane) { return std::cosh(lane); });
    }
    template <class T>
    static T slope(const T& x, const T&) {
        return math::eachLane(x, [](auto lane) { return std::sinh(lane); });
    }
};

struct Asinh : UnaryForm<Asinh> {
    static constexpr std::string_view kName = "asinh";
    template <class T>
    static T of(const T& x) {
        return math::eachLane(x, [](auto lane) { return std::asinh(lane); });
    }
    template <class T>
    static T slope(const T& x, const T&) {
        return math::eachLane(x, [](auto lane) { return 1 / std::hypot(lane, decltype(lane)(1)); });
    }
};

/// No number below 1, where the slope is infinite.
struct Acosh : UnaryForm<Acosh> {
    static constexpr std::string_view kName = "acosh";
    template <class T>
    static T of(const T& x) {
        return math::eachLane(x, [](auto lane) { return std::acosh(lane); });
    }
    template <class T>
    static T slope(const T& x, const T&) {
        return 1.0F / (math::sqrt(T(x - 1.0F)) * math::sqrt(T(x + 1.0F)));
    }
};

/// Infinite at ±1, no number beyond.
struct Atanh : UnaryForm<Atanh> {
    static constexpr std::string_view kName = "atanh";
    template <class T>
    static T of(const T& x) {
        return math::eachLane(x, [](auto lane) { return std::atanh(lane); });
    }
    template <class T>
    static T slope(const T& x, const T&) {
        return 1.0F / ((1.0F - x) * (1.0F + x));
    }
};

}  // namespace loomscope
