// SPDX-License-Identifier: Apache-2.0
#include "engine/tensor/product_kernel.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace loomscope::cpu {

namespace {

using Vector [[gnu::vector_size(kStripColumns * sizeof(float)), gnu::aligned(alignof(float))]] = float;

/// Rows of B that are multiplied before the next strip: two strips of them stay in the first cache.
constexpr std::int64_t kDepth = 384;

/// Rows of C that are made at once.
constexpr std::int64_t kTileRows = 6;

/// One tile of C: some rows, some strips.
struct Tile {
    std::int64_t k = 0;
    const float* a = nullptr;
    std::int64_t strideA = 0;
    const float* b = nullptr;
    std::int64_t strideB = 0;  // from strip to strip
    const float* base = nullptr;
    std::int64_t strideBase = 0;
    float* c = nullptr;
    std::int64_t strideC = 0;
    std::int64_t columns = 0;
};

/// c = base + sum, up to a whole strip of columns.
void store(Vector sum, const float* base, std::int64_t columns, float* c) {
    if (columns >= kStripColumns) {
        if (base != nullptr) {
            sum += *reinterpret_cast<const Vector*>(base);
        }
        *reinterpret_cast<Vector*>(c) = sum;
        return;
    }
    std::array<float, kStripColumns> numbers{};
    std::memcpy(numbers.data(), &sum, sizeof(sum));
    for (std::int64_t j = 0; j < columns; ++j) {
        c[j] = (base == nullptr ? 0.0F : base[j]) + numbers[static_cast<std::size_t>(j)];
    }
}

/// Asks for numbers that are wanted soon.
void prefetch(const float* numbers, std::int64_t count) {
    constexpr std::int64_t kLine = 16;
    for (std::int64_t i = 0; i < count; i += kLine) {
        __builtin_prefetch(numbers + i);
    }
}

/// GCC would read the strips from memory again for each row. With less than four rows that is no loss, and
/// the registers are needed for sums.
template <int kRows>
void keepInRegister([[maybe_unused]] Vector& vector) {
#ifdef __x86_64__
    if constexpr (kRows > 3) {
        asm("" : "+v"(vector));
    }
#endif
}

template <int kRows, int kStrips>
void multiplyTile(const Tile& tile) {
    for (int row = 0; row < kRows; ++row) {
        constexpr int kLast = kStrips * static_cast<int>(kStripColumns) - 1;
        __builtin_prefetch(tile.c + row * tile.strideC, 1);
        __builtin_prefetch(tile.c + row * tile.strideC + kLast, 1);
    }
    Vector sums[kRows][kStrips] = {};
    const float* a = tile.a;
    const float* b = tile.b;
    const std::int64_t strideA = tile.strideA;
    const std::int64_t strideB = tile.strideB;
    for (std::int64_t p = 0; p < tile.k; ++p) {
        Vector right[kStrips];
        for (int s = 0; s < kStrips; ++s) {
            right[s] = *reinterpret_cast<const Vector*>(b + s * strideB);
            keepInRegister<kRows>(right[s]);
        }
        for (int row = 0; row < kRows; ++row) {
            const Vector left = a[row * strideA] - Vector{};
            for (int s = 0; s < kStrips; ++s) {
                sums[row][s] += left * right[s];
            }
        }
        ++a;
        b += kStripColumns;
    }
    for (int row = 0; row < kRows; ++row) {
        for (int s = 0; s < kStrips; ++s) {
            const std::int64_t column = s * kStripColumns;
            const float* base = tile.base == nullptr ? nullptr : tile.base + row * tile.strideBase + column;
            store(sums[row][s], base, tile.columns - column, tile.c + row * tile.strideC + column);
        }
    }
}

using TileFunction = void (*)(const Tile&);

/// The strips that a tile of so many rows takes at once: as many sums as keep the multipliers busy and fit
/// into the registers.
constexpr std::array<int, kTileRows + 1> kTileStrips{0, 8, 6, 4, 3, 2, 2};

template <int kRows, int... kStrips>
constexpr std::array<TileFunction, 9> tilesOfRows(std::integer_sequence<int, kStrips...>) {
    std::array<TileFunction, 9> tiles{};
    ((tiles[kStrips + 1] = &multiplyTile<kRows, kStrips + 1>), ...);
    return tiles;
}

template <int... kRows>
constexpr auto allTiles(std::integer_sequence<int, kRows...>) {
    return std::array{std::array<TileFunction, 9>{},
                      tilesOfRows<kRows + 1>(std::make_integer_sequence<int, kTileStrips[kRows + 1]>{})...};
}

/// By rows and strips.
constexpr auto kTiles = allTiles(std::make_integer_sequence<int, kTileRows>{});

/// Multiplies rows [row, row + rows) with strips [strip, endStrip), rows of B [p, p + depth).
struct Block {
    std::int64_t p = 0, depth = 0;
    std::int64_t row = 0, rows = 0;
    std::int64_t strip = 0, endStrip = 0;
};

void multiplyBlock(const StripProduct& product, const Block& block) {
    const auto rows = static_cast<std::size_t>(block.rows);
    const bool isFirst = block.p == 0;
    Tile tile{.k = block.depth,
              .a = product.a + block.row * product.strideA + block.p,
              .strideA = product.strideA,
              .strideB = product.k * kStripColumns,
              .strideBase = isFirst ? product.strideBase : product.strideC,
              .strideC = product.strideC};
    for (std::int64_t strip = block.strip; strip < block.endStrip;) {
        const std::int64_t strips = std::min<std::int64_t>(kTileStrips[rows], block.endStrip - strip);
        const std::int64_t column = strip * kStripColumns;
        tile.b = product.packedB + (strip * product.k + block.p) * kStripColumns;
        tile.c = product.c + block.row * product.strideC + column;
        tile.base = isFirst && product.base != nullptr
                        ? product.base + block.row * product.strideBase + column
                    : isFirst ? nullptr
                              : tile.c;
        tile.columns = product.n - column;
        kTiles[rows][static_cast<std::size_t>(strips)](tile);
        strip += strips;
    }
}

std::int64_t roundedUp(std::int64_t numerator, std::int64_t denominator) {
    return (numerator + denominator - 1) / denominator;
}

/// The rows of A of the next block, which may come from far.
void prefetchRows(const StripProduct& product, const Block& block) {
    for (std::int64_t row = block.row + block.rows; row < block.row + 2 * block.rows; ++row) {
        prefetch(product.a + row * product.strideA + block.p, block.depth);
    }
}

/// Part `tile` of the two strips behind the block's.
void prefetchStrips(const StripProduct& product, const Block& block, std::int64_t tile, std::int64_t tiles) {
    const std::int64_t size = block.depth * kStripColumns;
    for (std::int64_t strip = block.endStrip; strip < block.endStrip + 2; ++strip) {
        const float* start = product.packedB + (strip * product.k + block.p) * kStripColumns;
        prefetch(start + tile * size / tiles, size / tiles);
    }
}

}  // namespace

void packStrips(const MatrixSource& source, std::int64_t k, std::int64_t n, std::int64_t firstStrip,
                std::int64_t endStrip, float* packed) {
    const bool isTransposed = source.transpose == Transpose::kYes;
    const std::int64_t step = isTransposed ? 1 : source.stride;
    const std::int64_t columnStep = isTransposed ? source.stride : 1;
    // Rows are packed some at a time, so that lines of memory are used whole.
    const std::int64_t rows = isTransposed ? k : 16;
    for (std::int64_t first = 0; first < k; first += rows) {
        const std::int64_t end = std::min(first + rows, k);
        for (std::int64_t strip = firstStrip; strip < endStrip; ++strip) {
            const std::int64_t column = strip * kStripColumns;
            const std::int64_t columns = std::min(kStripColumns, n - column);
            for (std::int64_t p = first; p < end; ++p) {
                float* to = packed + (strip * k + p) * kStripColumns;
                const float* from = source.data + p * step + column * columnStep;
                if (columns == kStripColumns && !isTransposed) {
                    std::copy_n(from, kStripColumns, to);
                    continue;
                }
                for (std::int64_t j = 0; j < kStripColumns; ++j) {
                    to[j] = j < columns ? from[j * columnStep] : 0.0F;
                }
            }
        }
    }
}

void multiplyStrips(const StripProduct& product) {
    // Few rows stay in the first cache while all strips pass by; else two strips do while all rows pass by.
    constexpr std::int64_t kFewRows = 20;
    const std::int64_t tiles = roundedUp(product.m, kTileRows);
    const std::int64_t strips = product.m < kFewRows ? product.endStrip - product.firstStrip : 2;
    const std::int64_t depths = roundedUp(product.k, kDepth);
    for (std::int64_t depth = 0; depth < depths; ++depth) {
        Block block{.p = depth * product.k / depths};
        block.depth = (depth + 1) * product.k / depths - block.p;
        for (block.strip = product.firstStrip; block.strip < product.endStrip; block.strip += strips) {
            block.endStrip = std::min(block.strip + strips, product.endStrip);
            for (std::int64_t tile = 0; tile < tiles; ++tile) {
                block.row = tile * product.m / tiles;
                block.rows = (tile + 1) * product.m / tiles - block.row;
                if (block.strip == product.firstStrip) {
                    prefetchRows(product, block);
                }
                if (block.endStrip < product.endStrip) {
                    prefetchStrips(product, block, tile, tiles);
                }
                multiplyBlock(product, block);
            }
        }
    }
}

}  // namespace loomscope::cpu
