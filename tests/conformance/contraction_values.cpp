// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/conformance/value_cases.h"

#include <cmath>

namespace loomscope {

namespace {

const ValueCase::Argument kSquare{.shape = {2, 2}, .numbers = {1, 2, 3, 4}};
const ValueCase::Argument kVector{.shape = {2}, .numbers = {10, 100}};
const ValueCase::Argument kTensor{.shape = {2, 1, 2}, .numbers = {1, 2, 3, 4}};

std::vector<ValueCase> products() {
    return {
        {.op = "dot_product",
         .arguments = {kVector, {{2}, {1, 2}}},
         .value = {210},
         .gradients = {{1, 2}, {10, 100}}},
        {.op = "matrix_product", .arguments = {kSquare, kVector}, .value = {210, 430}},
        {.op = "matrix_product", .arguments = {kVector, kSquare}, .value = {310, 420}},
        {.op = "matrix_product",
         .arguments = {kSquare, kSquare},
         .value = {7, 10, 15, 22},
         .gradients = {{3, 7, 3, 7}, {4, 4, 6, 6}}},
        {.op = "trace_of_product",
         .arguments = {kSquare, kSquare},
         .value = {29},
         .gradients = {{1, 3, 2, 4}, {1, 3, 2, 4}}},
        {.op = "contract3d_1d", .arguments = {kVector, kTensor}, .value = {210, 430}},
        {.op = "contract3d_1d_bias", .arguments = {kVector, kTensor, {{2, 1}, {1, 2}}}, .value = {211, 432}},
        {.op = "contract3d_1d_1d",
         .arguments = {kVector, {{1}, {3}}, kTensor},
         .value = {630, 1290},
         .gradients = {{12, 18}, {640}, {30, 300, 30, 300}}},
        {.op = "contract3d_1d_1d_bias",
         .arguments = {kVector, {{1}, {3}}, kTensor, {{2}, {1, 2}}},
         .value = {631, 1292},
         .gradients = {{12, 18}, {640}, {30, 300, 30, 300}, {1, 1}}},
        {.op = "affine",
         .arguments = {{{1}, {2}}, {{1, 2}, {10, 20}}, {{2, 2}, {1, 2, 3, 4}}},
         .value = {24, 46},
         .gradients = {{30}, {2, 2}, {1, 1, 1, 1}}},
    };
}

std::vector<ValueCase> matrixFunctions() {
    return {
        {.op = "inverse",
         .arguments = {{{2, 2}, {0, 2, 4, 0}}},
         .value = {0, 0.25F, 0.5F, 0},
         .gradients = {{-0.125F, -0.25F, -0.0625F, -0.125F}}},
        {.op = "log_determinant",
         .arguments = {{{2, 2}, {0, 2, 4, 0}}},
         .value = {std::log(8.0F)},
         .gradients = {{0, 0.5F, 0.25F, 0}}},
        {.op = "log_determinant", .arguments = {{{2, 2}, {1, 2, 2, 4}}}, .value = {-INFINITY}},
    };
}

std::vector<ValueCase> normalisation() {
    const ValueCase::Argument gain{.shape = {2}, .numbers = {1, 2}};
    const ValueCase::Argument bias{.shape = {2}, .numbers = {0, 1}};
    return {
        {.op = "layer_norm",
         .arguments = {{{2, 2}, {1, 3, 5, 5}}, gain, bias},
         .value = {-1, 3, 0, 1},
         .gradients = {{0, 0, 0, 0}, {-1, 1}, {2, 2}}},
        {.op = "layer_norm", .arguments = {{{2}, {1000001, 1000003}}, gain, bias}, .value = {-1, 3}},
        {.op = "layer_norm",
         .arguments = {{{2}, {1, 3}}, gain, bias},
         .attributes = {.real = 3},
         .value = {-0.5F, 2}},
        {.op = "weight_norm",
         .arguments = {{{2}, {3, 4}}, {{1}, {10}}},
         .value = {6, 8},
         .gradients = {{0.32F, -0.24F}, {1.4F}}},
        {.op = "weight_norm",
         .arguments = {{{2}, {0, 0}}, {{1}, {10}}},
         .value = {0, 0},
         .gradients = {{0, 0}, {0}}},
    };
}

}  // namespace

std::vector<ValueCase> contractionValues() {
    std::vector<ValueCase> all;
    for (const auto& family : {products(), matrixFunctions(), normalisation()}) {
        all.insert(all.end(), family.begin(), family.end());
    }
    return all;
}

}  // namespace loomscope
