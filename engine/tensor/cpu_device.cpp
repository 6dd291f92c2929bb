// SPDX-License-Identifier: Apache-2.0
#include "engine/tensor/cpu_device.h"

#include "engine/base/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <dnnl.h>

namespace loomscope {

namespace {

/// Rows of C that one call of the library makes. Fixed, so that the bits don't depend on the number of
/// threads; a product with few rows is cut along its columns instead.
constexpr std::int64_t kRowChunk = 192;
constexpr std::int64_t kColumnChunk = 384;

char letter(Transpose transpose) {
    return transpose == Transpose::kYes ? 'T' : 'N';
}

void multiply(const ProductCall& call, std::int64_t firstRow, std::int64_t rows, std::int64_t firstColumn,
              std::int64_t columns) {
    const bool isTransposedA = call.transposeA == Transpose::kYes;
    const bool isTransposedB = call.transposeB == Transpose::kYes;
    const float* a = call.a + (isTransposedA ? firstRow : firstRow * call.strideA);
    const float* b = call.b + (isTransposedB ? firstColumn * call.strideB : firstColumn);
    float* c = call.c + firstRow * call.strideC + firstColumn;
    const auto status = dnnl_sgemm(letter(call.transposeA), letter(call.transposeB), rows, columns, call.k,
                                   1.0F, a, call.strideA, b, call.strideB, call.beta, c, call.strideC);
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
    const std::int64_t rowChunks = (call.m + kRowChunk - 1) / kRowChunk;
    const std::int64_t columnChunks = rowChunks > 1 ? 1 : (call.n + kColumnChunk - 1) / kColumnChunk;
    pool_.parallelFor(rowChunks * columnChunks, [&](std::int64_t chunk) {
        const std::int64_t row = (chunk / columnChunks) * kRowChunk;
        const std::int64_t column = (chunk % columnChunks) * kColumnChunk;
        const std::int64_t columns = columnChunks > 1 ? std::min(kColumnChunk, call.n - column) : call.n;
        multiply(call, row, std::min(kRowChunk, call.m - row), column, columns);
    });
}

}  // namespace loomscope
