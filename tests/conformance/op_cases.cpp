// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/conformance/op_cases.h"

namespace loomscope {

std::span<const OpCase> opCases() {
    // Widths that are no multiple of sixteen, one of sixteen, and one.
    static const std::vector<OpCase> kCases = [] {
        std::vector<OpCase> cases{
            {.op = "add", .arguments = {{19}, {19}}},
            {.op = "add", .arguments = {{1}, {1}}},
            {.op = "subtract", .arguments = {{19}, {19}}},
            {.op = "multiply", .arguments = {{32}, {32}}},
            {.op = "scale", .arguments = {{7}}, .attributes = {.real = -1.5F}},
            {.op = "tanh", .arguments = {{21}}},
            {.op = "tanh", .arguments = {{5}}, .low = -30, .high = 30},
            {.op = "sigmoid", .arguments = {{21}}},
            {.op = "sigmoid", .arguments = {{5}}, .low = -90, .high = 90},
            {.op = "relu", .arguments = {{21}}},
            {.op = "lstm_gates", .arguments = {{4 * 19}, {19}}},
            {.op = "tree_lstm_leaf_gates", .arguments = {{2 * 19}}},
            {.op = "tree_lstm_gates", .arguments = {{5 * 19}, {19}, {19}}},
            {.op = "tree_lstm_gates", .arguments = {{5}, {1}, {1}}},
            {.op = "fold_gates", .arguments = {{4 * 19}, {19}, {19}}},
            {.op = "dropout", .arguments = {{23}}, .attributes = {.real = 0.4F}, .payloadLimit = 1000},
            {.op = "product", .arguments = {{9}, {9, 13}}},
            {.op = "affine", .arguments = {{9}, {9, 13}, {13}}},
            {.op = "affine", .arguments = {{9}, {9, 13}, {2, 13}}},
            {.op = "affine", .arguments = {{300}, {300, 40}, {40}}, .low = -0.5F, .high = 0.5F},
            {.op = "input", .arguments = {}, .attributes = {.first = 4}},
            {.op = "lookup", .arguments = {{8, 5}}, .payloadLimit = 8},
            {.op = "concatenate", .arguments = {{3}, {5}, {3}}},
            {.op = "concatenate", .arguments = {{2, 3}, {1, 3}, {2, 3}}},
            {.op = "concatenate", .arguments = {{2, 3}, {2, 1}, {2, 5}}, .attributes = {.first = 1}},
            {.op = "slice", .arguments = {{9}}, .attributes = {.first = 2, .second = 4}},
            {.op = "sum", .arguments = {{7}}, .attributes = {.first = 7}},
            {.op = "mean", .arguments = {{7}}, .attributes = {.first = 7}},
            {.op = "list_max", .arguments = {{7}}, .attributes = {.first = 7}, .fewestItems = 1},
            {.op = "list_log_sum_exp", .arguments = {{7}}, .attributes = {.first = 7}, .fewestItems = 1},
            {.op = "list_log_sum_exp",
             .arguments = {{7}},
             .attributes = {.first = 7},
             .low = -200,
             .high = 200,
             .fewestItems = 2},
        };
        for (const std::vector<OpCase>& more : {elementwiseCases(), rowwiseCases()}) {
            cases.insert(cases.end(), more.begin(), more.end());
        }
        return cases;
    }();
    return kCases;
}

}  // namespace loomscope
