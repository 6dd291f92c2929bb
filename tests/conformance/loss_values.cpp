// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/conformance/value_cases.h"

#include <cmath>

namespace loomscope {

namespace {

std::vector<ValueCase> scores() {
    const float three = std::log(3.0F);
    const ValueCase::Argument matrix{.shape = {2, 2}, .numbers = {0, three, 0, 0}};
    return {
        {.op = "softmax", .arguments = {matrix}, .value = {0.5F, 0.75F, 0.5F, 0.25F}},
        {.op = "softmax",
         .arguments = {matrix},
         .attributes = {.first = 1},
         .value = {0.25F, 0.75F, 0.5F, 0.5F}},
        {.op = "log_softmax", .arguments = {{{2}, {0, 1000}}}, .value = {-1000, 0}, .gradients = {{1, -1}}},
        {.op = "sparsemax",
         .arguments = {{{3}, {3, 0, 0}}},
         .value = {1, 0, 0},
         .gradients = {{0, 0, 0}},
         .weights = {5, 6, 7}},
        {.op = "sparsemax",
         .arguments = {{{3}, {1001, 1000.5F, 999}}},
         .value = {0.75F, 0.25F, 0},
         .gradients = {{-1, 1, 0}},
         .weights = {1, 3, 9}},
        {.op = "sparsemax", .arguments = {{{3}, {2, 2, 2}}}, .value = {1 / 3.0F, 1 / 3.0F, 1 / 3.0F}},
        {.op = "constrained_softmax",
         .arguments = {{{2}, {0, 0}}, {{2}, {0.2F, 1}}},
         .value = {0.2F, 0.8F},
         .gradients = {{0, 0}, {1, 0}},
         .weights = {1, 0}},
        {.op = "constrained_softmax",
         .arguments = {{{3}, {0, 0, 0}}, {{3}, {1, 1, 0}}},
         .value = {0.5F, 0.5F, 0},
         .gradients = {{-0.5F, 0.5F, 0}, {0, 0, 2}},
         .weights = {1, 3, 4}},
        {.op = "constrained_softmax",
         .arguments = {{{2}, {0, 1}}, {{2}, {0.2F, 0.3F}}},
         .value = {0.2F, 0.3F},
         .gradients = {{0, 0}, {1, 1}}},
    };
}

std::vector<ValueCase> losses() {
    const float two = std::log(2.0F);
    return {
        {.op = "hinge",
         .arguments = {{{3}, {1, 2, 0.5F}}},
         .attributes = {.real = 1},
         .payload = 0,
         .value = {2.5F},
         .gradients = {{-2, 1, 1}}},
        {.op = "hinge",
         .arguments = {{{2}, {2, 1}}},
         .attributes = {.real = 1},
         .payload = 0,
         .value = {0},
         .gradients = {{0, 0}}},
        {.op = "hinge_axis",
         .arguments = {{{2, 3}, {1, 2, 0.5F, 0, 0, 5}}, {{2}, {0, 2}}},
         .attributes = {.real = 1, .first = 1},
         .value = {2.5F, 0},
         .gradients = {{-2, 1, 1, 0, 0, 0}, {0, 0}}},
        {.op = "pairwise_rank_loss",
         .arguments = {{{2}, {1, 0}}, {{2}, {0, 1}}},
         .attributes = {.real = 1},
         .value = {2},
         .gradients = {{0, -1}, {0, 1}}},
        {.op = "binary_log_loss",
         .arguments = {{{3}, {0, 1, 0.5F}}, {{3}, {0, 1, 1}}},
         .value = {two},
         .gradients = {{1, -1, -2}}},
        {.op = "binary_log_loss", .arguments = {{{1}, {0}}, {{1}, {1}}}, .value = {INFINITY}},
        {.op = "poisson_loss",
         .arguments = {{{1}, {0}}},
         .payload = 2,
         .value = {1 + two},
         .gradients = {{-1}}},
        {.op = "sparsemax_loss",
         .arguments = {{{3}, {1, 0.5F, -1}}, {{3}, {1, 0, 0}}},
         .value = {0.0625F},
         .gradients = {{-0.25F, 0.25F, 0}, {0, -0.5F, 1}}},
        {.op = "sparsemax_loss",
         .arguments = {{{3}, {1e6F + 1, 1e6F + 0.5F, 1e6F - 1}}, {{3}, {1, 0, 0}}},
         .value = {0.0625F}},
        {.op = "sparsemax_loss",
         .arguments = {{{2}, {9, 1}}, {{2}, {1, 0}}},
         .value = {0},
         .gradients = {{0, 0}}},
    };
}

std::vector<ValueCase> distances() {
    return {
        {.op = "squared_norm", .arguments = {{{2}, {3, 4}}}, .value = {25}, .gradients = {{6, 8}}},
        {.op = "l2_norm", .arguments = {{{2}, {3, 4}}}, .value = {5}, .gradients = {{0.6F, 0.8F}}},
        {.op = "l2_norm", .arguments = {{{2}, {0, 0}}}, .value = {0}, .gradients = {{0, 0}}},
        {.op = "l2_norm",
         .arguments = {{{2}, {3e30F, 4e30F}}},
         .value = {5e30F},
         .gradients = {{0.6F, 0.8F}}},
        {.op = "l2_norm",
         .arguments = {{{2}, {3e-30F, 4e-30F}}},
         .value = {5e-30F},
         .gradients = {{0.6F, 0.8F}}},
        {.op = "squared_distance",
         .arguments = {{{2}, {1, 2}}, {{2}, {3, 2}}},
         .value = {4},
         .gradients = {{-4, 0}, {4, 0}}},
        {.op = "l1_distance",
         .arguments = {{{3}, {1, 2, 5}}, {{3}, {3, 2, 1}}},
         .value = {6},
         .gradients = {{-1, 0, 1}, {1, 0, -1}}},
        {.op = "huber_distance",
         .arguments = {{{4}, {1, 3, 0, 0}}, {{4}, {0, 0, 0, 0.5F}}},
         .attributes = {.real = 1},
         .value = {0.5F + 2.5F + 0.125F},
         .gradients = {{1, 1, 0, -0.5F}, {-1, -1, 0, 0.5F}}},
    };
}

}  // namespace

std::vector<ValueCase> lossValues() {
    std::vector<ValueCase> all;
    for (const auto& family : {scores(), losses(), distances()}) {
        all.insert(all.end(), family.begin(), family.end());
    }
    return all;
}

}  // namespace loomscope
