// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/reduction_expr.h"

namespace loomscope {

namespace {

Expr reduceList(std::string_view op, GraphBuilder& builder, std::span<const Expr> items) {
    const std::int32_t width = items.empty() ? 0 : items[0].width();
    return builder.add(op, items, {.first = width});
}

}  // namespace

Expr reduceSum(Expr x, std::int32_t axis) {
    return applyOp("reduce_sum", {x}, {.first = axis});
}
Expr reduceMean(Expr x, std::int32_t axis) {
    return applyOp("reduce_mean", {x}, {.first = axis});
}
Expr reduceStd(Expr x, std::int32_t axis) {
    return applyOp("reduce_std", {x}, {.first = axis});
}
Expr reduceMoment(Expr x, std::int32_t order, std::int32_t axis) {
    return applyOp("reduce_moment", {x}, {.first = axis, .second = order});
}
Expr reduceMax(Expr x, std::int32_t axis) {
    return applyOp("reduce_max", {x}, {.first = axis});
}
Expr reduceMin(Expr x, std::int32_t axis) {
    return applyOp("reduce_min", {x}, {.first = axis});
}
Expr logSumExp(Expr x, std::int32_t axis) {
    return applyOp("log_sum_exp", {x}, {.first = axis});
}
Expr sumRows(Expr matrix) {
    return reduceSum(matrix, 0);
}
Expr sumColumns(Expr matrix) {
    return reduceSum(matrix, 1);
}
Expr cumulativeSum(Expr x, std::int32_t axis) {
    return applyOp("cumulative_sum", {x}, {.first = axis});
}
Expr argMax(Expr x, NoSlope slope, std::int32_t axis) {
    return applyOp("argmax", {x}, {.first = axis, .second = slope == NoSlope::kStraightThrough ? 1 : 0});
}
Expr maxOf(GraphBuilder& builder, std::span<const Expr> items) {
    return reduceList("list_max", builder, items);
}
Expr logSumExpOf(GraphBuilder& builder, std::span<const Expr> items) {
    return reduceList("list_log_sum_exp", builder, items);
}

}  // namespace loomscope
