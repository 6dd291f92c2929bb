// SPDX-License-Identifier: Apache-2.0
// The CPU's own matrix product, for matrices that are packed once and multiplied often: weights.
#pragma once

#include "engine/tensor/device.h"

#include <cstdint>

namespace loomscope::cpu {

/// Columns of one strip of a packed matrix: the numbers of one vector register.
#ifdef __AVX512F__
inline constexpr std::int64_t kStripColumns = 16;
#else
inline constexpr std::int64_t kStripColumns = 8;
#endif

/// Strips of a matrix of n columns; the last one is filled up with zeros.
[[nodiscard]] constexpr std::int64_t numStrips(std::int64_t n) {
    return (n + kStripColumns - 1) / kStripColumns;
}

/// Lays out strips [firstStrip, endStrip) of the k×n matrix op(source): strip after strip, in each the k rows
/// of kStripColumns numbers behind each other. `packed` is the start of strip 0.
void packStrips(const MatrixSource& source, std::int64_t k, std::int64_t n, std::int64_t firstStrip,
                std::int64_t endStrip, float* packed);

/// C = base + A·B: m rows, some strips of packed B. `base` is null for zero, C itself, or a bias with stride
/// 0.
struct StripProduct {
    std::int64_t m = 0, n = 0, k = 0;
    const float* a = nullptr;
    std::int64_t strideA = 0;  ///< from row to row, as the other strides
    const float* packedB = nullptr;
    std::int64_t firstStrip = 0, endStrip = 0;
    const float* base = nullptr;  ///< column 0, whatever firstStrip; as c
    std::int64_t strideBase = 0;
    float* c = nullptr;
    std::int64_t strideC = 0;
};

/// Each number of C is one chain of multiply-adds in the order of k, cut at fixed places; so its bits depend
/// neither on the rows that are multiplied with its own, nor on how threads share rows and strips.
void multiplyStrips(const StripProduct& product);

}  // namespace loomscope::cpu
