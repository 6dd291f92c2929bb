// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/math_expr.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace loomscope {

Expr operator-(Expr x) {
    return applyOp("negate", {x});
}
Expr reciprocal(Expr x) {
    return applyOp("reciprocal", {x});
}
Expr square(Expr x) {
    return applyOp("square", {x});
}
Expr cube(Expr x) {
    return applyOp("cube", {x});
}
Expr sqrt(Expr x) {
    return applyOp("sqrt", {x});
}
Expr exp(Expr x) {
    return applyOp("exp", {x});
}
Expr log(Expr x) {
    return applyOp("log", {x});
}
Expr abs(Expr x) {
    return applyOp("abs", {x});
}
Expr erf(Expr x) {
    return applyOp("erf", {x});
}
Expr logGamma(Expr x) {
    return applyOp("log_gamma", {x});
}
Expr sin(Expr x) {
    return applyOp("sin", {x});
}
Expr cos(Expr x) {
    return applyOp("cos", {x});
}
Expr tan(Expr x) {
    return applyOp("tan", {x});
}
Expr asin(Expr x) {
    return applyOp("asin", {x});
}
Expr acos(Expr x) {
    return applyOp("acos", {x});
}
Expr atan(Expr x) {
    return applyOp("atan", {x});
}
Expr sinh(Expr x) {
    return applyOp("sinh", {x});
}
Expr cosh(Expr x) {
    return applyOp("cosh", {x});
}
Expr asinh(Expr x) {
    return applyOp("asinh", {x});
}
Expr acosh(Expr x) {
    return applyOp("acosh", {x});
}
Expr atanh(Expr x) {
    return applyOp("atanh", {x});
}
Expr operator+(Expr x, float c) {
    return applyOp("add_constant", {x}, {.real = c});
}
Expr operator+(float c, Expr x) {
    return applyOp("add_constant", {x}, {.real = c});
}
Expr operator-(Expr x, float c) {
    return applyOp("add_constant", {x}, {.real = -c});
}
Expr operator-(float c, Expr x) {
    return applyOp("constant_minus", {x}, {.real = c});
}
Expr operator/(Expr x, float c) {
    return applyOp("scale", {x}, {.real = 1.0F / c});
}
Expr operator/(float c, Expr x) {
    return applyOp("constant_over", {x}, {.real = c});
}
Expr pow(Expr x, float c) {
    return applyOp("power", {x}, {.real = c});
}
Expr operator/(Expr a, Expr b) {
    return applyBroadcast("divide", a, b);
}
Expr pow(Expr a, Expr b) {
    return applyBroadcast("pow", a, b);
}
Expr maximum(Expr a, Expr b) {
    return applyBroadcast("maximum", a, b);
}
Expr minimum(Expr a, Expr b) {
    return applyBroadcast("minimum", a, b);
}

Expr broadcast(Expr x, Shape shape) {
    return applyOp("broadcast", {x},
                   {.first = shape[0], .second = shape[1], .third = shape[2], .fourth = shape[3]});
}

Expr applyBroadcast(std::string_view op, Expr a, Expr b) {
    if (!a.isValid() || !b.isValid() || a.shape() == b.shape()) {
        return applyOp(op, {a, b});
    }
    const Shape& left = a.shape();
    const Shape& right = b.shape();
    std::vector<std::int32_t> extents;
    for (int axis = 0; axis < std::max(left.rank(), right.rank()); ++axis) {
        const std::int32_t l = axis < left.rank() ? left[axis] : 1;
        const std::int32_t r = axis < right.rank() ? right[axis] : 1;
        if (l != r && l != 1 && r != 1) {
            return applyOp(op, {a, b});  // which says what is wrong
        }
        extents.push_back(l == 1 ? r : l);
    }
    const Shape shape{std::span<const std::int32_t>(extents)};
    const Expr wideLeft = left == shape ? a : broadcast(a, shape);
    const Expr wideRight = b.shape() == shape ? b : broadcast(b, shape);
    return applyOp(op, {wideLeft, wideRight});
}

}  // namespace loomscope
