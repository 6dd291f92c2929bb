// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/loss_expr.h"

#include "engine/graph/selection_expr.h"

namespace loomscope {

Expr sparsemax(Expr x, std::int32_t axis) {
    return applyOp("sparsemax", {x}, {.first = axis});
}
Expr constrainedSoftmax(Expr scores, Expr bounds, std::int32_t axis) {
    return applyOp("constrained_softmax", {scores, bounds}, {.first = axis});
}
Expr binaryLogLoss(Expr probabilities, Expr targets) {
    return applyOp("binary_log_loss", {probabilities, targets});
}
Expr poissonLoss(Expr logRate, std::int32_t count) {
    return applyOp("poisson_loss", {logRate}, {}, count);
}
Expr sparsemaxLoss(Expr scores, Expr target) {
    return applyOp("sparsemax_loss", {scores, target});
}
Expr hinge(Expr scores, std::int32_t label, float margin) {
    return applyOp("hinge", {scores}, {.real = margin}, label);
}
Expr hingeAxis(Expr scores, std::span<const std::int32_t> labels, std::int32_t axis, float margin) {
    const Expr targets = axisIndices("hinge_axis", scores, axis, labels);
    return applyOp("hinge_axis", {scores, targets}, {.real = margin, .first = axis});
}
Expr pairwiseRankLoss(Expr better, Expr worse, float margin) {
    return applyOp("pairwise_rank_loss", {better, worse}, {.real = margin});
}
Expr squaredNorm(Expr x) {
    return applyOp("squared_norm", {x});
}
Expr l2Norm(Expr x) {
    return applyOp("l2_norm", {x});
}
Expr squaredDistance(Expr a, Expr b) {
    return applyOp("squared_distance", {a, b});
}
Expr l1Distance(Expr a, Expr b) {
    return applyOp("l1_distance", {a, b});
}
Expr huberDistance(Expr a, Expr b, float threshold) {
    return applyOp("huber_distance", {a, b}, {.real = threshold});
}

}  // namespace loomscope
