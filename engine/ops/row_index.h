// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace loomscope {

inline constexpr std::int64_t kNoIndex = -1;

/// An index that came as data of a row, or kNoIndex if it is no whole number below `limit`. Indices as data
/// let nodes with different ones share a batch.
template <class T>
[[nodiscard]] std::int64_t rowIndex(T value, std::int64_t limit) {
    if (!(value >= T(0) && value < T(limit))) {
        return kNoIndex;
    }
    const auto index = static_cast<std::int64_t>(value);
    return T(index) == value && index < limit ? index : kNoIndex;
}

}  // namespace loomscope
