// SPDX-License-Identifier: Apache-2.0
// Arithmetic with a constant, c = attributes.real, and of two equal shapes, element by element.
#pragma once

#include "engine/ops/elementwise_forms.h"
#include "engine/ops/math.h"

#include <cmath>
#include <string_view>

namespace loomscope {

/// y = x + c.
struct AddConstant : ConstantForm<AddConstant> {
    static constexpr std::string_view kName = "add_constant";
    template <class T>
    static T of(const T& x, float c) {
        return x + c;
    }
    template <class T>
    static T slope(const T&, const T&, float) {
        return math::constant<T>(1);
    }
};

/// y = c − x.
struct ConstantMinus : ConstantForm<ConstantMinus> {
    static constexpr std::string_view kName = "constant_minus";
    template <class T>
    static T of(const T& x, float c) {
        return c - x;
    }
    template <class T>
    static T slope(const T&, const T&, float) {
        return math::constant<T>(-1);
    }
};

/// y = c/x.
struct ConstantOver : ConstantForm<ConstantOver> {
    static constexpr std::string_view kName = "constant_over";
    template <class T>
    static T of(const T& x, float c) {
        return c / x;
    }
    template <class T>
    static T slope(const T& x, const T& y, float) {
        return -y / x;
    }
};

/// y = xᶜ. x⁰ is 1 for every x, and its slope 0.
struct Power : ConstantForm<Power> {
    static constexpr std::string_view kName = "power";
    template <class T>
    static T of(const T& x, float c) {
        return math::pow(x, math::constant<T>(c));
    }
    template <class T>
    static T slope(const T& x, const T&, float c) {
        return c == 0.0F ? math::constant<T>(0) : T(c * math::pow(x, math::constant<T>(c - 1.0F)));
    }
};

/// y = a/b.
struct Divide : BinaryForm<Divide> {
    static constexpr std::string_view kName = "divide";
    template <class T>
    static T of(const T& a, const T& b) {
        return a / b;
    }
    template <class T>
    static T leftSlope(const T&, const T& b, const T&) {
        return 1.0F / b;
    }
    template <class T>
    static T rightSlope(const T&, const T& b, const T& y) {
        return -y / b;
    }
};

/// y = aᵇ. a⁰ is 1 for every a. The slope with respect to b is 0 where the power is.
struct Pow : BinaryForm<Pow> {
    static constexpr std::string_view kName = "pow";
    template <class T>
    static T of(const T& a, const T& b) {
        return math::pow(a, b);
    }
    template <class T>
    static T leftSlope(const T& a, const T& b, const T&) {
        return math::where<T>(b == 0.0F, math::constant<T>(0), T(b * math::pow(a, T(b - 1.0F))));
    }
    template <class T>
    static T rightSlope(const T& a, const T&, const T& y) {
        return math::where<T>(y == 0.0F, math::constant<T>(0), T(y * math::log(a)));
    }
};

/// The larger one; the gradient goes to a if they are equal. No number if one is none.
struct Maximum : BinaryForm<Maximum> {
    static constexpr std::string_view kName = "maximum";
    template <class T>
    static T of(const T& a, const T& b) {
        return math::where<T>(a >= b || a != a, a, b);
    }
    template <class T>
    static T leftSlope(const T& a, const T& b, const T&) {
        return math::where<T>(a >= b, math::constant<T>(1), math::constant<T>(0));
    }
    template <class T>
    static T rightSlope(const T& a, const T& b, const T&) {
        return math::where<T>(a >= b, math::constant<T>(0), math::constant<T>(1));
    }
};

/// The smaller one; the gradient goes to a if they are equal. No number if one is none.
struct Minimum : BinaryForm<Minimum> {
    static constexpr std::string_view kName = "minimum";
    template <class T>
    static T of(const T& a, const T& b) {
        return math::where<T>(a <= b || a != a, a, b);
    }
    template <class T>
    static T leftSlope(const T& a, const T& b, const T&) {
        return math::where<T>(a <= b, math::constant<T>(1), math::constant<T>(0));
    }
    template <class T>
    static T rightSlope(const T& a, const T& b, const T&) {
        return math::where<T>(a <= b, math::constant<T>(0), math::constant<T>(1));
    }
};

}  // namespace loomscope
