// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/ops/row_sums.h"

#include <cmath>
#include <cstdint>

namespace loomscope {

/// The largest of some numbers, and Σ exp(x_i − largest). Differences to the largest keep their precision
/// where log Σ exp(x_i) itself would round them away.
template <class T>
struct ExponentialSum {
    T largest;
    T total;

    /// `x[i]` gives number i.
    template <class Row>
    ExponentialSum(const Row& x, std::int64_t size) : largest(x[0]), total(0) {
        for (std::int64_t i = 1; i < size; ++i) {
            largest = x[i] > largest ? x[i] : largest;
        }
        total = T(sumOver(size, [this, &x](std::int64_t i) { return std::exp(x[i] - largest); }));
    }
    [[nodiscard]] T share(T x) const { return std::exp(x - largest) / total; }
    [[nodiscard]] T logShare(T x) const { return (x - largest) - std::log(total); }
    /// log Σ exp(x_i); the largest number itself if that is infinite.
    [[nodiscard]] T logTotal() const { return std::isinf(largest) ? largest : largest + std::log(total); }
};

}  // namespace loomscope
