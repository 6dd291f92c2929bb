// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace loomscope {

/// Seconds spent by kind of work, and counts of what was done.
struct Profile {
    double plan = 0;         ///< memory planning
    double gather = 0;       ///< copies that bring rows together, forward
    double product = 0;      ///< matrix products, weight gradients included
    double elementwise = 0;  ///< everything else that computes
    double scatter = 0;      ///< adding gathered gradients back to their rows
    std::int64_t launches = 0;
    double productFlops = 0;  ///< 2·m·n·k of all matrix products
};

/// One launch as it happened.
struct TraceEntry {
    std::uint32_t batch = 0;   ///< index into Schedule::batches
    std::uint32_t launch = 0;  ///< index into MemoryPlan::launches
    bool isBackward = false;
    std::int64_t rows = 0;
    double start = 0;  ///< seconds since the start of forward()
    double end = 0;
    std::int64_t bytes = 0;  ///< copied, for gathers
};

/// A launch that has just run, for those who look at what it wrote.
struct FinishedLaunch {
    std::uint32_t launch = 0;  ///< index into MemoryPlan::launches
    bool isBackward = false;
    const float* values = nullptr;     ///< start of the arena
    const float* gradients = nullptr;  ///< likewise; null in forward
};

}  // namespace loomscope
