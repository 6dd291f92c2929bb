// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace loomscope {

/// For measuring how long work takes.
using Clock = std::chrono::steady_clock;

[[nodiscard]] inline double secondsBetween(Clock::time_point start, Clock::time_point end) {
    return std::chrono::duration<double>(end - start).count();
}
[[nodiscard]] inline double secondsSince(Clock::time_point start) {
    return secondsBetween(start, Clock::now());
}

}  // namespace loomscope
