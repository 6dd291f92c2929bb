// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace loomscope {

/// Σ term(i) for i < size, added up in double whatever the scalar of the row, so that long float rows keep
/// their digits. Eight running sums in a fixed order: independent additions, the same result everywhere.
template <class Term>
[[nodiscard]] double sumOver(std::int64_t size, const Term& term) {
    constexpr std::int64_t kSums = 8;
    std::array<double, kSums> sums{};
    std::int64_t i = 0;
    for (; i + kSums <= size; i += kSums) {
        for (std::int64_t k = 0; k < kSums; ++k) {
            sums[static_cast<std::size_t>(k)] += static_cast<double>(term(i + k));
        }
    }
    for (; i < size; ++i) {
        sums[0] += static_cast<double>(term(i));
    }
    return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

}  // namespace loomscope
