// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/cpu/linear_kernels.h"

#include <algorithm>
#include <array>

namespace loomscope::cpu {

namespace {

std::int64_t inWidth(const BatchCall& call) {
    return call.x[1].shape[0];
}
std::int64_t outWidth(const BatchCall& call) {
    return call.x[1].shape[1];
}
std::int64_t numBiases(const BatchCall& call) {
    return call.x[2].shape.size() / outWidth(call);
}

/// y = x·W, and with bias its sum in each row.
void multiply(const BatchCall& call, const float* bias, std::int64_t numBiases) {
    call.device->product({.m = call.rows,
                          .n = outWidth(call),
                          .k = inWidth(call),
                          .a = call.x[0].value,
                          .strideA = inWidth(call),
                          .b = call.x[1].value,
                          .strideB = outWidth(call),
                          .packedB = call.packedWeight,
                          .bias = bias,
                          .numBiases = numBiases,
                          .c = call.y[0].value,
                          .strideC = outWidth(call)});
}

/// sums[j] += Σ dy over all rows. Threads share the columns, so that each sum has one order.
void addColumns(const BatchCall& call, const float* dy, float* sums) {
    constexpr std::int64_t kColumns = 256;
    const std::int64_t width = outWidth(call);
    call.device->pool().parallelFor((width + kColumns - 1) / kColumns, [&](std::int64_t chunk) {
        const std::int64_t first = chunk * kColumns;
        const std::int64_t columns = std::min(kColumns, width - first);
        std::array<float, kColumns> total{};
        for (std::int64_t row = 0; row < call.rows; ++row) {
            const float* from = dy + row * width + first;
            for (std::int64_t j = 0; j < columns; ++j) {
                total[static_cast<std::size_t>(j)] += from[j];
            }
        }
        for (std::int64_t j = 0; j < columns; ++j) {
            sums[first + j] += total[static_cast<std::size_t>(j)];
        }
    });
}

}  // namespace

void productForward(const BatchCall& call) {
    multiply(call, nullptr, 0);
}

void affineForward(const BatchCall& call) {
    multiply(call, call.x[2].value, numBiases(call));
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
                          .packedB = call.packedWeight,
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
        for (std::int64_t i = 0; i < numBiases(call); ++i) {
            addColumns(call, call.y[0].gradient, gradients[1] + i * outWidth(call));
        }
    }
}

}  // namespace loomscope::cpu
