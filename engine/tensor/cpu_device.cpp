// SPDX-License-Identifier: Apache-2.0
#include "engine/tensor/cpu_device.h"

#include "engine/base/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <dnnl.h>
#include <functional>

namespace loomscope {

namespace {

/// Rows and columns of C that one call of the library makes. Fixed, so that the bits don't depend on the
/// number of threads. A product is cut along its rows, or, if they are few, along its columns; with A
/// transposed only along its columns, since rows of C are columns of A, and a part of them would be read in
/// short pieces far apart.
constexpr std::int64_t kRowChunk = 96;
constexpr std::int64_t kColumnChunk = 384;
constexpr std::int64_t kTransposedColumnChunk = 192;

struct Cut {
    std::int64_t rows = 0;  ///< of one chunk
    std::int64_t columns = 0;
};

Cut cutOf(const ProductCall& call) {
    if (call.transposeA == Transpose::kYes) {
        return {.rows = call.m, .columns = kTransposedColumnChunk};
    }
    if (call.m > kRowChunk) {
        return {.rows = kRowChunk, .columns = call.n};
    }
    return {.rows = call.m, .columns = kColumnChunk};
}

std::int64_t numChunks(std::int64_t size, std::int64_t chunk) {
    return (size + chunk - 1) / chunk;
}

char letter(Transpose transpose) {
    return transpose == Transpose::kYes ? 'T' : 'N';
}

/// A chunk's rows of C, before the product is added to them.
void fillWithBias(const ProductCall& call, std::int64_t firstColumn, std::int64_t columns, std::int64_t rows,
                  float* c) {
    std::copy_n(call.bias + firstColumn, columns, c);
    for (std::int64_t i = 1; i < call.numBiases; ++i) {
        const float* bias = call.bias + i * call.n + firstColumn;
        std::transform(c, c + columns, bias, c, std::plus<>());
    }
    for (std::int64_t row = 1; row < rows; ++row) {
        std::copy_n(c, columns, c + row * call.strideC);
    }
}

void multiply(const ProductCall& call, std::int64_t firstRow, std::int64_t rows, std::int64_t firstColumn,
              std::int64_t columns) {
    const bool isTransposedA = call.transposeA == Transpose::kYes;
    const bool isTransposedB = call.transposeB == Transpose::kYes;
    const float* a = call.a + (isTransposedA ? firstRow : firstRow * call.strideA);
    const float* b = call.b + (isTransposedB ? firstColumn * call.strideB : firstColumn);
    float* c = call.c + firstRow * call.strideC + firstColumn;
    float beta = call.beta;
    if (call.bias != nullptr) {
        fillWithBias(call, firstColumn, columns, rows, c);
        beta = 1.0F;
    }
    const auto status = dnnl_sgemm(letter(call.transposeA), letter(call.transposeB), rows, columns, call.k,
                                   1.0F, a, call.strideA, b, call.strideB, beta, c, call.strideC);
    LOOM_CHECK(status == dnnl_success, fmt::format("matrix product {}×{}×{} failed with status {}", rows,
                                                   columns, call.k, static_cast<int>(status)));
}

}  // namespace

std::string CpuDevice::description() const {
    const int threads = pool_.numThreads();
    return fmt::format("cpu, {} thread{}", threads, threads == 1 ? "" : "s");
}

void CpuDevice::product(const ProductCall& call) {
    if (call.m == 0 || call.n == 0) {
        return;
    }
    const Cut cut = cutOf(call);
    const std::int64_t columnChunks = numChunks(call.n, cut.columns);
    pool_.parallelFor(numChunks(call.m, cut.rows) * columnChunks, [&](std::int64_t chunk) {
        const std::int64_t row = (chunk / columnChunks) * cut.rows;
        const std::int64_t column = (chunk % columnChunks) * cut.columns;
        multiply(call, row, std::min(cut.rows, call.m - row), column, std::min(cut.columns, call.n - column));
    });
}

}  // namespace loomscope
