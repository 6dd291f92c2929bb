// SPDX-License-Identifier: Apache-2.0
// Expressions of further activations, of rounding, and of what happens to gradients on their way back.
#pragma once

#include "engine/graph/expr.h"
#include "engine/graph/reduction_expr.h"

namespace loomscope {

/// ln σ(x), without overflow.
Expr logSigmoid(Expr x);
/// x/(1 + |x|).
Expr softsign(Expr x);
/// x above 0, alpha·(eˣ − 1) below.
Expr elu(Expr x, float alpha = 1.0F);
/// x above 0, slope·x below.
Expr leakyRelu(Expr x, float slope = 0.01F);
/// elu with the constants that keep mean and variance (Klambauer et al., 2017).
Expr selu(Expr x);
/// x·σ(beta·x), also called swish.
Expr silu(Expr x, float beta = 1.0F);
/// x·Φ(x), exact.
Expr gelu(Expr x);

/// To the nearest integer, halves to the even one.
Expr round(Expr x, NoSlope slope = NoSlope::kZero);
Expr ceil(Expr x, NoSlope slope = NoSlope::kZero);
Expr floor(Expr x, NoSlope slope = NoSlope::kZero);

/// x; its gradient is multiplied by a factor on its way back.
Expr scaleGradient(Expr x, float factor);
/// x; no gradient goes back.
Expr stopGradient(Expr x);
/// x; the gradient goes back with the other sign.
Expr flipGradient(Expr x);

}  // namespace loomscope
