// SPDX-License-Identifier: Apache-2.0
// What the machine can do, measured now: what every other figure is a share of.
#pragma once

#include "engine/tensor/device.h"

#include <cstdint>
#include <string>
#include <vector>

namespace loomscope {

/// The rate of one product of m×k by k×n: the best of several repeats.
struct ProductRate {
    std::int64_t m = 0, n = 0, k = 0;
    double gflops = 0;        ///< as the right factor lies
    double packedGflops = 0;  ///< with the right factor laid out before
};

struct Machine {
    std::string processor;      ///< as the system names it; "unknown processor" where it does not
    int cores = 0;              ///< that the system has
    double bytesPerSecond = 0;  ///< read and written by a copy that is larger than the caches
};

/// Names the processor and measures copies on the device's threads. Takes about half a second.
[[nodiscard]] Machine describeMachine(Device& device);

/// Measures products of the shapes that tree models have, and large square ones. Takes about two seconds.
[[nodiscard]] std::vector<ProductRate> measureProducts(Device& device);
/// The largest of them.
[[nodiscard]] double peakGflops(const std::vector<ProductRate>& rates);

}  // namespace loomscope
