// SPDX-License-Identifier: Apache-2.0
// What elementwise ops of one or two equal shapes share: an op gives its function and its slopes.
#pragma once

#include "engine/ops/op_info.h"

#include <array>
#include <cstddef>

namespace loomscope {

/// y = of(x), dx = dy·slope(x, y).
template <class Op>
struct UnaryForm {
    static constexpr std::array kSegments{1};
    static constexpr std::size_t kOutputs = 1;

    template <class T>
    static void value(const T (&x)[1], const Attributes&, T (&y)[1]) {
        y[0] = Op::of(x[0]);
    }
    template <class T>
    static void grad(const T (&x)[1], const T (&y)[1], const T (&dy)[1], const Attributes&, T (&dx)[1]) {
        dx[0] = dy[0] * Op::slope(x[0], y[0]);
    }
};

/// y = of(x, c), dx = dy·slope(x, y, c) for the constant c = attributes.real.
template <class Op>
struct ConstantForm {
    static constexpr std::array kSegments{1};
    static constexpr std::size_t kOutputs = 1;

    template <class T>
    static void value(const T (&x)[1], const Attributes& attributes, T (&y)[1]) {
        y[0] = Op::of(x[0], attributes.real);
    }
    template <class T>
    static void grad(const T (&x)[1], const T (&y)[1], const T (&dy)[1], const Attributes& attributes,
                     T (&dx)[1]) {
        dx[0] = dy[0] * Op::slope(x[0], y[0], attributes.real);
    }
};

/// y = of(a, b), da = dy·leftSlope(a, b, y), db = dy·rightSlope(a, b, y).
template <class Op>
struct BinaryForm {
    static constexpr std::array kSegments{1, 1};
    static constexpr std::size_t kOutputs = 1;

    template <class T>
    static void value(const T (&x)[2], const Attributes&, T (&y)[1]) {
        y[0] = Op::of(x[0], x[1]);
    }
    template <class T>
    static void grad(const T (&x)[2], const T (&y)[1], const T (&dy)[1], const Attributes&, T (&dx)[2]) {
        dx[0] = dy[0] * Op::leftSlope(x[0], x[1], y[0]);
        dx[1] = dy[0] * Op::rightSlope(x[0], x[1], y[0]);
    }
};

}  // namespace loomscope
