// SPDX-License-Identifier: Apache-2.0
// Expressions of mathematics, element by element; the usual arithmetic and activations are in expr.h.
#pragma once

#include "engine/graph/expr.h"

#include <string_view>

namespace loomscope {

/// −x.
Expr operator-(Expr x);
/// 1/x.
Expr reciprocal(Expr x);
/// x².
Expr square(Expr x);
/// x³.
Expr cube(Expr x);
/// √x; the slope at 0 is infinite.
Expr sqrt(Expr x);
/// eˣ.
Expr exp(Expr x);
/// ln x: −∞ at 0, no number below.
Expr log(Expr x);
/// |x|; the slope at 0 is 0.
Expr abs(Expr x);
/// The error function.
Expr erf(Expr x);
/// ln |Γ(x)|.
Expr logGamma(Expr x);

// Angles in radians; outside its range an inverse gives no number.

Expr sin(Expr x);
Expr cos(Expr x);
Expr tan(Expr x);
Expr asin(Expr x);
Expr acos(Expr x);
Expr atan(Expr x);
Expr sinh(Expr x);
Expr cosh(Expr x);
Expr asinh(Expr x);
Expr acosh(Expr x);
Expr atanh(Expr x);

Expr operator+(Expr x, float c);
Expr operator+(float c, Expr x);
Expr operator-(Expr x, float c);
Expr operator-(float c, Expr x);
Expr operator/(Expr x, float c);
Expr operator/(float c, Expr x);
/// xᶜ; x⁰ is 1 for every x.
Expr pow(Expr x, float c);
/// Shapes that differ are broadcast.
Expr operator/(Expr a, Expr b);
/// aᵇ. Shapes that differ are broadcast.
Expr pow(Expr a, Expr b);
/// The larger of both; the gradient goes to a if they are equal. Shapes that differ are broadcast.
Expr maximum(Expr a, Expr b);
/// The smaller of both; the gradient goes to a if they are equal. Shapes that differ are broadcast.
Expr minimum(Expr a, Expr b);
/// x repeated to a shape. Axes are matched from the first on; x may have fewer, and extents of 1 are
/// repeated.
Expr broadcast(Expr x, Shape shape);
/// Adds a node of an op of two equal shapes; if they differ, they are first broadcast to what fits both: a
/// vector [3] is every column of a [3, 4], and [1, 4] every row.
Expr applyBroadcast(std::string_view op, Expr a, Expr b);

}  // namespace loomscope
