// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/activation_expr.h"

namespace loomscope {

namespace {

Expr applyRounding(std::string_view op, Expr x, NoSlope slope) {
    return applyOp(op, {x}, {.first = slope == NoSlope::kStraightThrough ? 1 : 0});
}

}  // namespace

Expr logSigmoid(Expr x) {
    return applyOp("log_sigmoid", {x});
}
Expr softsign(Expr x) {
    return applyOp("softsign", {x});
}
Expr elu(Expr x, float alpha) {
    return applyOp("elu", {x}, {.real = alpha});
}
Expr leakyRelu(Expr x, float slope) {
    return applyOp("leaky_relu", {x}, {.real = slope});
}
Expr selu(Expr x) {
    return applyOp("selu", {x});
}
Expr silu(Expr x, float beta) {
    return applyOp("silu", {x}, {.real = beta});
}
Expr gelu(Expr x) {
    return applyOp("gelu", {x});
}
Expr scaleGradient(Expr x, float factor) {
    return applyOp("scale_gradient", {x}, {.real = factor});
}
Expr round(Expr x, NoSlope slope) {
    return applyRounding("round", x, slope);
}
Expr ceil(Expr x, NoSlope slope) {
    return applyRounding("ceil", x, slope);
}
Expr floor(Expr x, NoSlope slope) {
    return applyRounding("floor", x, slope);
}
Expr stopGradient(Expr x) {
    return scaleGradient(x, 0.0F);
}
Expr flipGradient(Expr x) {
    return scaleGradient(x, -1.0F);
}

}  // namespace loomscope
