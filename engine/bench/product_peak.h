// SPDX-License-Identifier: Apache-2.0
// How fast this machine multiplies matrices, measured now: what every other figure is a share of.
#pragma once

#include "engine/tensor/device.h"

#include <cstdint>
#include <vector>

namespace loomscope {

/// The rate of one product of m×k by k×n.
struct ProductRate {
    std::int64_t m = 0, n = 0, k = 0;
    double gflops = 0;  ///< best of several repeats
};

/// Measures products of the shapes that tree models have, and large square ones. Takes about two seconds.
[[nodiscard]] std::vector<ProductRate> measureProducts(Device& device);
/// The largest of them.
[[nodiscard]] double peakGflops(const std::vector<ProductRate>& rates);

}  // namespace loomscope
