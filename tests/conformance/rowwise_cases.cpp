// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/conformance/op_cases.h"

namespace loomscope {

namespace {

constexpr std::int32_t kAll = -1;

using Cases = std::vector<OpCase>;

Cases reductionCases() {
    Cases cases;
    for (const std::string_view op :
         {"reduce_sum", "reduce_mean", "reduce_std", "reduce_max", "reduce_min", "log_sum_exp"}) {
        cases.push_back({.op = op, .arguments = {{19}}, .attributes = {.first = kAll}});
        cases.push_back({.op = op, .arguments = {{19}}});
        cases.push_back({.op = op, .arguments = {{1}}, .attributes = {.first = kAll}, .low = 1, .high = 2});
        cases.push_back({.op = op, .arguments = {{4, 3}}, .attributes = {.first = kAll}});
        cases.push_back({.op = op, .arguments = {{4, 3}}});
        cases.push_back({.op = op, .arguments = {{4, 3}}, .attributes = {.first = 1}});
        cases.push_back({.op = op, .arguments = {{2, 5, 3}}, .attributes = {.first = 1}});
        cases.push_back({.op = op, .arguments = {{9}}, .low = -200, .high = 200});
    }
    for (const std::int32_t order : {1, 2, 3}) {
        cases.push_back(
            {.op = "reduce_moment", .arguments = {{9}}, .attributes = {.first = kAll, .second = order}});
        cases.push_back(
            {.op = "reduce_moment", .arguments = {{4, 3}}, .attributes = {.first = 1, .second = order}});
    }
    for (const std::int32_t axis : {0, 1}) {
        cases.push_back({.op = "cumulative_sum", .arguments = {{4, 3}}, .attributes = {.first = axis}});
        cases.push_back({.op = "argmax", .arguments = {{4, 3}}, .attributes = {.first = axis}});
        cases.push_back({.op = "argmax",
                         .arguments = {{4, 3}},
                         .attributes = {.first = axis, .second = 1},
                         .hasDerivative = false});
    }
    return cases;
}

Cases scoreCases() {
    Cases cases;
    for (const std::string_view op : {"softmax", "log_softmax", "sparsemax"}) {
        cases.push_back({.op = op, .arguments = {{6}}});
        cases.push_back({.op = op, .arguments = {{1}}});
        cases.push_back({.op = op, .arguments = {{6}}, .low = -200, .high = 200});
        cases.push_back({.op = op, .arguments = {{4, 3}}});
        cases.push_back({.op = op, .arguments = {{4, 3}}, .attributes = {.first = 1}});
        cases.push_back({.op = op, .arguments = {{2, 5, 3}}, .attributes = {.first = 1}});
    }
    cases.push_back({.op = "constrained_softmax", .arguments = {{6}, {6}}, .low = 0.05F, .high = 0.6F});
    cases.push_back({.op = "constrained_softmax", .arguments = {{4, 5}, {4, 5}}, .low = 0.05F, .high = 0.6F});
    cases.push_back({.op = "constrained_softmax",
                     .arguments = {{4, 5}, {4, 5}},
                     .attributes = {.first = 1},
                     .low = 0.05F,
                     .high = 0.6F});
    return cases;
}

Cases lossCases() {
    return {
        {.op = "cross_entropy", .arguments = {{6}}, .payloadLimit = 6},
        {.op = "cross_entropy", .arguments = {{6}}, .payloadLimit = 6, .low = -200, .high = 200},
        {.op = "squared_error", .arguments = {{4}, {4}, {4}}},
        {.op = "binary_cross_entropy", .arguments = {{4}, {4}, {4}}, .low = 0.1F, .high = 0.9F},
        {.op = "binary_log_loss", .arguments = {{5}, {5}}, .low = 0.1F, .high = 0.9F},
        {.op = "poisson_loss", .arguments = {{1}}, .payloadLimit = 30},
        {.op = "sparsemax_loss", .arguments = {{6}, {6}}},
        {.op = "sparsemax_loss", .arguments = {{1}, {1}}},
        {.op = "hinge", .arguments = {{6}}, .attributes = {.real = 1.0F}, .payloadLimit = 6},
        {.op = "hinge", .arguments = {{6}}, .attributes = {.real = 0.25F}, .payloadLimit = 6},
        {.op = "hinge_axis",
         .arguments = {{4, 3}, {3}},
         .attributes = {.real = 1.0F},
         .indices = 1,
         .indexLimit = 4},
        {.op = "hinge_axis",
         .arguments = {{4, 3}, {4}},
         .attributes = {.real = 0.5F, .first = 1},
         .indices = 1,
         .indexLimit = 3},
        {.op = "pairwise_rank_loss", .arguments = {{5}, {5}}, .attributes = {.real = 1.0F}},
        {.op = "squared_norm", .arguments = {{19}}},
        {.op = "l2_norm", .arguments = {{19}}},
        {.op = "l2_norm", .arguments = {{1}}, .low = 0.5F},
        {.op = "squared_distance", .arguments = {{19}, {19}}},
        {.op = "squared_distance", .arguments = {{4, 3}, {4, 3}}},
        {.op = "l1_distance", .arguments = {{19}, {19}}},
        {.op = "huber_distance", .arguments = {{19}, {19}}, .attributes = {.real = 1.345F}},
        {.op = "huber_distance", .arguments = {{19}, {19}}, .attributes = {.real = 0.5F}},
    };
}

Cases selectionCases() {
    Cases cases{
        {.op = "reshape", .arguments = {{12}}, .attributes = {.first = 4, .second = 3}},
        {.op = "reshape", .arguments = {{4, 3}}, .attributes = {.first = 12}},
        {.op = "reshape",
         .arguments = {{4, 6}},
         .attributes = {.first = 2, .second = 2, .third = 3, .fourth = 2}},
        {.op = "transpose", .arguments = {{5}}},
        {.op = "transpose", .arguments = {{4, 3}}, .attributes = {.first = 1, .second = 0}},
        {.op = "transpose", .arguments = {{4, 3}}, .attributes = {.first = 0, .second = 1}},
        {.op = "transpose", .arguments = {{4, 3, 2}}, .attributes = {.first = 2, .second = 0, .third = 1}},
        {.op = "transpose",
         .arguments = {{2, 3, 2, 2}},
         .attributes = {.first = 3, .second = 1, .third = 0, .fourth = 2}},
        {.op = "pick", .arguments = {{7}}, .payloadLimit = 7},
        {.op = "pick", .arguments = {{4, 3}}, .payloadLimit = 4},
        {.op = "pick", .arguments = {{4, 3}}, .attributes = {.first = 1}, .payloadLimit = 3},
        {.op = "select", .arguments = {{7}, {9}}, .indices = 1, .indexLimit = 7},
        {.op = "select", .arguments = {{4, 3}, {3}}, .indices = 1, .indexLimit = 4},
        {.op = "select",
         .arguments = {{4, 3}, {5}},
         .attributes = {.first = 1},
         .indices = 1,
         .indexLimit = 3},
    };
    for (const std::int32_t stride : {1, 2}) {
        cases.push_back({.op = "strided_select",
                         .arguments = {{9}},
                         .attributes = {.second = 2, .third = 3, .fourth = stride}});
        cases.push_back({.op = "strided_select",
                         .arguments = {{4, 5}},
                         .attributes = {.second = 1, .third = 2, .fourth = stride}});
        cases.push_back({.op = "strided_select",
                         .arguments = {{4, 5}},
                         .attributes = {.first = 1, .second = 1, .third = 2, .fourth = stride}});
    }
    return cases;
}

Cases contractionCases() {
    return {
        {.op = "dot_product", .arguments = {{19}, {19}}},
        {.op = "dot_product", .arguments = {{4, 3}, {4, 3}}},
        {.op = "matrix_product", .arguments = {{4, 3}, {3, 5}}},
        {.op = "matrix_product", .arguments = {{3}, {3, 5}}},
        {.op = "matrix_product", .arguments = {{4, 3}, {3}}},
        {.op = "matrix_product", .arguments = {{3}, {3}}},
        {.op = "matrix_product", .arguments = {{1, 40}, {40, 1}}},
        {.op = "trace_of_product", .arguments = {{4, 3}, {3, 4}}},
        {.op = "contract3d_1d", .arguments = {{5}, {4, 3, 5}}},
        {.op = "contract3d_1d_bias", .arguments = {{5}, {4, 3, 5}, {4, 3}}},
        {.op = "contract3d_1d_1d", .arguments = {{5}, {3}, {4, 3, 5}}},
        {.op = "contract3d_1d_1d_bias", .arguments = {{5}, {3}, {4, 3, 5}, {4}}},
        {.op = "inverse", .arguments = {{1, 1}}, .diagonal = 4},
        {.op = "inverse", .arguments = {{4, 4}}, .diagonal = 8},
        {.op = "log_determinant", .arguments = {{4, 4}}, .diagonal = 8},
        {.op = "log_determinant", .arguments = {{3, 3}}, .diagonal = -8},
        {.op = "layer_norm", .arguments = {{19}, {19}, {19}}, .attributes = {.real = 1e-5F}},
        {.op = "layer_norm", .arguments = {{4, 7}, {7}, {7}}, .attributes = {.real = 0.1F}},
        {.op = "layer_norm", .arguments = {{1}, {1}, {1}}, .attributes = {.real = 1e-5F}},
        {.op = "weight_norm", .arguments = {{4, 3}, {1}}},
    };
}

}  // namespace

std::vector<OpCase> rowwiseCases() {
    Cases all;
    for (const Cases& family :
         {reductionCases(), scoreCases(), lossCases(), selectionCases(), contractionCases()}) {
        all.insert(all.end(), family.begin(), family.end());
    }
    return all;
}

}  // namespace loomscope
