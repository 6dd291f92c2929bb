// SPDX-License-Identifier: Apache-2.0
// Ops whose gradient is not the derivative: rounding, and what stops, turns or scales gradients.
#pragma once

#include "engine/ops/elementwise_forms.h"
#include "engine/ops/math.h"

#include <array>
#include <cmath>
#include <string_view>

namespace loomscope {

/// y = of(x), a step function: its slope is 0. attributes.first = 1 lets the gradient pass as it is instead.
template <class Op>
struct RoundingForm {
    static constexpr std::array kSegments{1};
    static constexpr std::size_t kOutputs = 1;

    template <class T>
    static void value(const T (&x)[1], const Attributes&, T (&y)[1]) {
        y[0] = Op::of(x[0]);
    }
    template <class T>
    static void grad(const T (&)[1], const T (&)[1], const T (&dy)[1], const Attributes& attributes,
                     T (&dx)[1]) {
        dx[0] = attributes.first == 0 ? math::constant<T>(0) : dy[0];
    }
};

/// To the nearest integer, halves to the even one.
struct Round : RoundingForm<Round> {
    static constexpr std::string_view kName = "round";
    template <class T>
    static T of(const T& x) {
        return math::eachLane(x, [](auto lane) { return std::nearbyint(lane); });
    }
};

/// To the next integer above.
struct Ceil : RoundingForm<Ceil> {
    static constexpr std::string_view kName = "ceil";
    template <class T>
    static T of(const T& x) {
        return math::eachLane(x, [](auto lane) { return std::ceil(lane); });
    }
};

/// To the next integer below.
struct Floor : RoundingForm<Floor> {
    static constexpr std::string_view kName = "floor";
    template <class T>
    static T of(const T& x) {
        return math::eachLane(x, [](auto lane) { return std::floor(lane); });
    }
};

/// y = x. attributes.real is the factor of the gradient on its way back: 0 stops it, −1 turns it round.
struct ScaleGradient {
    static constexpr std::string_view kName = "scale_gradient";
    static constexpr std::array kSegments{1};
    static constexpr std::size_t kOutputs = 1;

    template <class T>
    static void value(const T (&x)[1], const Attributes&, T (&y)[1]) {
        y[0] = x[0];
    }
    template <class T>
    static void grad(const T (&)[1], const T (&)[1], const T (&dy)[1], const Attributes& attributes,
                     T (&dx)[1]) {
        dx[0] = attributes.real == 0.0F ? math::constant<T>(0) : T(dy[0] * attributes.real);
    }
};

}  // namespace loomscope
