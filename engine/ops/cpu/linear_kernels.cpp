// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/cpu/linear_kernels.h"

#include <Eigen/Core>

#include <algorithm>

namespace loomscope::cpu {

namespace {

using RowMatrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

std::int64_t inWidth(const BatchCall& call) {
    return call.x[1].shape[0];
}
std::int64_t outWidth(const BatchCall& call) {
    return call.x[1].shape[1];
}
std::int64_t numBiases(const BatchCall& call) {
    return call.x[2].shape.size() / outWidth(call);
}

void multiply(const BatchCall& call, float beta) {
    call.device->product({.m = call.rows,
                          .n = outWidth(call),
                          .k = inWidth(call),
                          .a = call.x[0].value,
                          .strideA = inWidth(call),
                          .b = call.x[1].value,
                          .strideB = outWidth(call),
                          .beta = beta,
                          .c = call.y[0].value,
                          .strideC = outWidth(call)});
}

}  // namespace

void productForward(const BatchCall& call) {
    multiply(call, 0.0F);
}

void affineForward(const BatchCall& call) {
    float* const first = call.y[0].value;
    const Eigen::Map<const RowMatrix> biases(call.x[2].value, numBiases(call), outWidth(call));
    Eigen::Map<Eigen::RowVectorXf>(first, outWidth(call)) = biases.colwise().sum();
    for (std::int64_t row = 1; row < call.rows; ++row) {
        std::copy(first, first + outWidth(call), first + row * outWidth(call));
    }
    multiply(call, 1.0F);
}

void linearBackward(const BatchCall& call) {
    if (call.x[0].gradient == nullptr) {
        return;
    }
    call.device->product({.transposeB = Transpose::kYes,
                          .m = call.rows,
                          .n = inWidth(call),
                          .k = outWidth(call),
                          .a = call.y[0].gradient,
                          .strideA = outWidth(call),
                          .b = call.x[1].value,
                          .strideB = outWidth(call),
                          .beta = call.x[0].isOnlyUse ? 0.0F : 1.0F,
                          .c = call.x[0].gradient,
                          .strideC = inWidth(call)});
}

void weightGradient(const BatchCall& call, std::span<float* const> gradients) {
    call.device->product({.transposeA = Transpose::kYes,
                          .m = inWidth(call),
                          .n = outWidth(call),
                          .k = call.rows,
                          .a = call.x[0].value,
                          .strideA = inWidth(call),
                          .b = call.y[0].gradient,
                          .strideB = outWidth(call),
                          .beta = 1.0F,
                          .c = gradients[0],
                          .strideC = outWidth(call)});
    if (gradients.size() > 1) {
        const Eigen::Map<const RowMatrix> dy(call.y[0].gradient, call.rows, outWidth(call));
        Eigen::Map<RowMatrix> biases(gradients[1], numBiases(call), outWidth(call));
        biases.rowwise() += dy.colwise().sum().eval();
    }
}

}  // namespace loomscope::cpu
