// SPDX-License-Identifier: Apache-2.0
#include "engine/tensor/cpu_device.h"

#include "engine/base/check.h"
#include "engine/tensor/product_kernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <dnnl.h>
#include <functional>

namespace loomscope {

namespace {

/// How one call of a product is cut into chunks: fixed, so that the bits don't depend on the number of
/// threads. The library's products are cut along their rows, or, if they are few, along their columns; with A
/// transposed only along their columns, since rows of C are columns of A, and a part of them would be read in
/// short pieces far apart, and into few parts, since the library packs A anew for each. Our own are cut along
/// both, into parts of like size.
constexpr std::int64_t kRowChunk = 96;
constexpr std::int64_t kColumnChunk = 384;
constexpr std::int64_t kTransposedColumnChunk = 192;
constexpr std::int64_t kStripChunk = 192 / cpu::kStripColumns;

std::int64_t numChunks(std::int64_t size, std::int64_t chunk) {
    return (size + chunk - 1) / chunk;
}

struct Cut {
    std::int64_t rows = 0;  ///< of one chunk
    std::int64_t columns = 0;
};

Cut cutOf(const ProductCall& call) {
    if (call.transposeA == Transpose::kYes) {
        return {.rows = call.m, .columns = std::max(kTransposedColumnChunk, numChunks(call.n, 4))};
    }
    if (call.m > kRowChunk) {
        return {.rows = kRowChunk, .columns = call.n};
    }
    return {.rows = call.m, .columns = kColumnChunk};
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

/// A range of rows or strips.
struct Part {
    std::int64_t first = 0;
    std::int64_t size = 0;
};

/// Part `index` when `whole` things are cut into parts of like size.
Part partOf(std::int64_t whole, std::int64_t parts, std::int64_t index) {
    const std::int64_t first = index * whole / parts;
    return {.first = first, .size = (index + 1) * whole / parts - first};
}

void multiplyPacked(const ProductCall& call, const Part& rows, const Part& strips) {
    float* c = call.c + rows.first * call.strideC;
    cpu::StripProduct product{.m = rows.size,
                              .n = call.n,
                              .k = call.k,
                              .a = call.a + rows.first * call.strideA,
                              .strideA = call.strideA,
                              .packedB = call.packedB,
                              .firstStrip = strips.first,
                              .endStrip = strips.first + strips.size,
                              .base = call.beta != 0.0F ? c : call.bias,
                              .strideBase = call.beta != 0.0F ? call.strideC : 0,
                              .c = c,
                              .strideC = call.strideC};
    if (call.numBiases > 1 && call.bias != nullptr) {
        const std::int64_t column = strips.first * cpu::kStripColumns;
        const std::int64_t columns = std::min(strips.size * cpu::kStripColumns, call.n - column);
        fillWithBias(call, column, columns, rows.size, c + column);
        product.base = c;
        product.strideBase = call.strideC;
    }
    cpu::multiplyStrips(product);
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
    if (call.packedB != nullptr) {
        const std::int64_t strips = cpu::numStrips(call.n);
        const std::int64_t rowParts = numChunks(call.m, kRowChunk);
        const std::int64_t stripParts = numChunks(strips, kStripChunk);
        pool_.parallelFor(rowParts * stripParts, [&](std::int64_t chunk) {
            multiplyPacked(call, partOf(call.m, rowParts, chunk / stripParts),
                           partOf(strips, stripParts, chunk % stripParts));
        });
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

std::int64_t CpuDevice::packedFloats(std::int64_t k, std::int64_t n) const {
    return cpu::numStrips(n) * cpu::kStripColumns * k;
}

void CpuDevice::pack(const MatrixSource& source, std::int64_t k, std::int64_t n, float* packed) {
    const std::int64_t strips = cpu::numStrips(n);
    const std::int64_t parts = numChunks(strips, kStripChunk);
    pool_.parallelFor(parts, [&](std::int64_t index) {
        const Part part = partOf(strips, parts, index);
        cpu::packStrips(source, k, n, part.first, part.first + part.size, packed);
    });
}

}  // namespace loomscope
