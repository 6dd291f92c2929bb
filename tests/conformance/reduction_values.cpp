// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/conformance/value_cases.h"

#include <cmath>
#include <limits>

namespace loomscope {

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr Attributes kAll{.first = -1};
constexpr Attributes kRows{.first = 0};
constexpr Attributes kColumns{.first = 1};
const ValueCase::Argument kMatrix{.shape = {2, 3}, .numbers = {1, 2, 3, 4, 5, 6}};

std::vector<ValueCase> sumsAndMoments() {
    return {
        {.op = "reduce_sum",
         .arguments = {kMatrix},
         .attributes = kAll,
         .value = {21},
         .gradients = {{1, 1, 1, 1, 1, 1}}},
        {.op = "reduce_sum", .arguments = {kMatrix}, .attributes = kRows, .value = {5, 7, 9}},
        {.op = "reduce_sum",
         .arguments = {kMatrix},
         .attributes = kColumns,
         .value = {6, 15},
         .gradients = {{1, 1, 1, 2, 2, 2}},
         .weights = {1, 2}},
        {.op = "reduce_mean", .arguments = {kMatrix}, .attributes = kColumns, .value = {2, 5}},
        {.op = "reduce_std", .arguments = {{{2}, {1, 3}}}, .value = {1}, .gradients = {{-0.5F, 0.5F}}},
        {.op = "reduce_std",
         .arguments = {{{2}, {1000001, 1000003}}},
         .value = {1},
         .gradients = {{-0.5F, 0.5F}}},
        {.op = "reduce_std",
         .arguments = {{{3}, {0.1F, 0.1F, 0.1F}}},
         .value = {0},
         .gradients = {{0, 0, 0}}},
        {.op = "reduce_moment",
         .arguments = {{{3}, {1, 2, -3}}},
         .attributes = {.first = -1, .second = 3},
         .value = {-6},
         .gradients = {{1, 4, 9}}},
        {.op = "reduce_moment",
         .arguments = {{{2}, {0, 0}}},
         .attributes = {.first = 0, .second = 1},
         .value = {0},
         .gradients = {{0.5F, 0.5F}}},
        {.op = "cumulative_sum",
         .arguments = {kMatrix},
         .attributes = kColumns,
         .value = {1, 3, 6, 4, 9, 15},
         .gradients = {{3, 2, 1, 3, 2, 1}}},
        {.op = "cumulative_sum", .arguments = {kMatrix}, .attributes = kRows, .value = {1, 2, 3, 5, 7, 9}},
    };
}

std::vector<ValueCase> extremes() {
    return {
        {.op = "reduce_max", .arguments = {{{3}, {2, 5, 5}}}, .value = {5}, .gradients = {{0, 1, 0}}},
        {.op = "reduce_min", .arguments = {{{3}, {5, 2, 2}}}, .value = {2}, .gradients = {{0, 1, 0}}},
        {.op = "reduce_max", .arguments = {{{2}, {1, NAN}}}, .value = {NAN}},
        {.op = "reduce_min", .arguments = {{{2}, {NAN, 1}}}, .value = {NAN}},
        {.op = "argmax", .arguments = {{{3}, {3, 1, 3}}}, .value = {1, 0, 0}, .gradients = {{0, 0, 0}}},
        {.op = "argmax",
         .arguments = {{{3}, {3, 1, 3}}},
         .attributes = {.second = 1},
         .value = {1, 0, 0},
         .gradients = {{2, 3, 4}},
         .weights = {2, 3, 4}},
        {.op = "list_max",
         .arguments = {{{2}, {1, 7}}, {{2}, {3, 7}}, {{2}, {3, 0}}},
         .attributes = {.first = 2},
         .value = {3, 7},
         .gradients = {{0, 1}, {1, 0}, {0, 0}}},
    };
}

std::vector<ValueCase> exponentialSums() {
    const float two = std::log(2.0F);
    return {
        {.op = "log_sum_exp",
         .arguments = {{{2}, {1000, 1000}}},
         .value = {1000 + two},
         .gradients = {{0.5F, 0.5F}}},
        {.op = "log_sum_exp", .arguments = {{{2}, {-1000, -1000}}}, .value = {-1000 + two}},
        {.op = "log_sum_exp", .arguments = {{{2}, {-kInfinity, 1}}}, .value = {1}, .gradients = {{0, 1}}},
        {.op = "log_sum_exp",
         .arguments = {{{2}, {-kInfinity, -kInfinity}}},
         .value = {-kInfinity},
         .gradients = {{0, 0}}},
        {.op = "list_log_sum_exp",
         .arguments = {{{2}, {1000, -kInfinity}}, {{2}, {1000, -kInfinity}}},
         .attributes = {.first = 2},
         .value = {1000 + two, -kInfinity},
         .gradients = {{0.5F, 0}, {0.5F, 0}}},
    };
}

}  // namespace

std::vector<ValueCase> reductionValues() {
    std::vector<ValueCase> all;
    for (const auto& family : {sumsAndMoments(), extremes(), exponentialSums()}) {
        all.insert(all.end(), family.begin(), family.end());
    }
    return all;
}

}  // namespace loomscope
