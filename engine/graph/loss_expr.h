// SPDX-License-Identifier: Apache-2.0
// Expressions of sparse scores, losses and distances; softmax and the usual losses are in expr.h.
#pragma once

#include "engine/graph/expr.h"

#include <cstdint>
#include <span>

namespace loomscope {

/// The nearest point of the probability simplex, along an axis: some probabilities are 0.
Expr sparsemax(Expr x, std::int32_t axis = 0);
/// The distribution nearest to softmax(scores) that nowhere exceeds the bounds, which must not be negative.
Expr constrainedSoftmax(Expr scores, Expr bounds, std::int32_t axis = 0);

/// −Σ (t·log p + (1 − t)·log(1 − p)) of probabilities and targets.
Expr binaryLogLoss(Expr probabilities, Expr targets);
/// exp(x) − k·x + log k! of a count k, if x [1] is the logarithm of its rate.
Expr poissonLoss(Expr logRate, std::int32_t count = 0);
/// The loss that sparsemax minimises, for a target distribution.
Expr sparsemaxLoss(Expr scores, Expr target);
/// Σ max(0, margin + x_i − x_label) over i ≠ label.
Expr hinge(Expr scores, std::int32_t label = 0, float margin = 1.0F);
/// The hinge loss of each line of scores along an axis, one label a line.
Expr hingeAxis(Expr scores, std::span<const std::int32_t> labels, std::int32_t axis = 0, float margin = 1.0F);
/// Σ max(0, margin − (better − worse)).
Expr pairwiseRankLoss(Expr better, Expr worse, float margin = 1.0F);

/// Σ x².
Expr squaredNorm(Expr x);
/// √Σ x²; its gradient at 0 is 0.
Expr l2Norm(Expr x);
/// Σ (a − b)².
Expr squaredDistance(Expr a, Expr b);
/// Σ |a − b|.
Expr l1Distance(Expr a, Expr b);
/// Σ d²/2 where |d| = |a − b| is below the threshold, else threshold·(|d| − threshold/2).
Expr huberDistance(Expr a, Expr b, float threshold = 1.345F);

}  // namespace loomscope
