// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/conformance/value_cases.h"

namespace loomscope {

namespace {

const ValueCase::Argument kMatrix{.shape = {2, 3}, .numbers = {1, 2, 3, 4, 5, 6}};
const ValueCase::Argument kSquare{.shape = {2, 2}, .numbers = {7, 8, 9, 10}};

}  // namespace

std::vector<ValueCase> selectionValues() {
    return {
        {.op = "reshape",
         .arguments = {kMatrix},
         .attributes = {.first = 3, .second = 2},
         .value = {1, 2, 3, 4, 5, 6}},
        {.op = "transpose",
         .arguments = {kMatrix},
         .attributes = {.first = 1},
         .value = {1, 4, 2, 5, 3, 6},
         .gradients = {{1, 3, 5, 2, 4, 6}},
         .weights = {1, 2, 3, 4, 5, 6}},
        {.op = "transpose",
         .arguments = {{{2, 1, 3}, {1, 2, 3, 4, 5, 6}}},
         .attributes = {.first = 2, .second = 0, .third = 1},
         .value = {1, 4, 2, 5, 3, 6}},
        {.op = "pick",
         .arguments = {kMatrix},
         .payload = 1,
         .value = {4, 5, 6},
         .gradients = {{0, 0, 0, 1, 1, 1}}},
        {.op = "pick",
         .arguments = {kMatrix},
         .attributes = {.first = 1},
         .payload = 2,
         .value = {3, 6},
         .gradients = {{0, 0, 1, 0, 0, 1}}},
        {.op = "strided_select",
         .arguments = {{{5}, {1, 2, 3, 4, 5}}},
         .attributes = {.second = 0, .third = 3, .fourth = 2},
         .value = {1, 3, 5},
         .gradients = {{1, 0, 1, 0, 1}}},
        {.op = "strided_select",
         .arguments = {kMatrix},
         .attributes = {.first = 1, .second = 1, .third = 2, .fourth = 1},
         .value = {2, 3, 5, 6}},
        {.op = "select",
         .arguments = {kMatrix, {{4}, {2, 0, 2, 1}}},
         .attributes = {.first = 1},
         .value = {3, 1, 3, 2, 6, 4, 6, 5},
         .gradients = {{1, 1, 2, 1, 1, 2}, {0, 0, 0, 0}}},
        {.op = "select", .arguments = {kMatrix, {{1}, {1}}}, .value = {4, 5, 6}},
        {.op = "concatenate",
         .arguments = {kMatrix, kSquare},
         .attributes = {.first = 1},
         .value = {1, 2, 3, 7, 8, 4, 5, 6, 9, 10},
         .gradients = {{1, 2, 3, 6, 7, 8}, {4, 5, 9, 10}},
         .weights = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}},
        {.op = "concatenate", .arguments = {kSquare, kSquare}, .value = {7, 8, 9, 10, 7, 8, 9, 10}},
    };
}

}  // namespace loomscope
