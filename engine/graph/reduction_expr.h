// SPDX-License-Identifier: Apache-2.0
// Expressions that reduce: along an axis, over all elements, over a list.
#pragma once

#include "engine/graph/expr.h"
#include "engine/ops/axis.h"

#include <cstdint>
#include <span>

namespace loomscope {

// Without an axis, over all elements; the result is [1]. Along an axis, the axis is gone afterwards.

Expr reduceSum(Expr x, std::int32_t axis = kAllAxes);
Expr reduceMean(Expr x, std::int32_t axis = kAllAxes);
/// √(Σ (x − mean)²/n): the population's, with n and not n − 1.
Expr reduceStd(Expr x, std::int32_t axis = kAllAxes);
/// Σ xʳ/n, r ≥ 1.
Expr reduceMoment(Expr x, std::int32_t order, std::int32_t axis = kAllAxes);
/// The gradient goes to the first of equal extremes.
Expr reduceMax(Expr x, std::int32_t axis = kAllAxes);
Expr reduceMin(Expr x, std::int32_t axis = kAllAxes);
/// log Σ exp(x).
Expr logSumExp(Expr x, std::int32_t axis = kAllAxes);

/// Sum of each column of a matrix, over its rows.
Expr sumRows(Expr matrix);
/// Sum of each row of a matrix, over its columns.
Expr sumColumns(Expr matrix);

/// y_i = x_0 + … + x_i along an axis.
Expr cumulativeSum(Expr x, std::int32_t axis = 0);

/// What comes back through an op that has no useful derivative.
enum class NoSlope : std::uint8_t {
    kZero,
    kStraightThrough,  ///< the output's gradient as it is
};
/// 1 at the largest element along an axis, the first of equals, 0 elsewhere.
Expr argMax(Expr x, NoSlope slope = NoSlope::kZero, std::int32_t axis = 0);

/// Largest of a list of equal shapes, element by element. The list must not be empty.
Expr maxOf(GraphBuilder& builder, std::span<const Expr> items);
/// log Σ exp over a list of equal shapes, element by element. The list must not be empty.
Expr logSumExpOf(GraphBuilder& builder, std::span<const Expr> items);

}  // namespace loomscope
