// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace loomscope {

/// How the learning rate changes in a run, as a factor of the optimiser's rate.
struct RateSchedule {
    std::string kind = "constant";  ///< one of rateScheduleNames()
    int warmup = 0;                 ///< steps over which the rate grows in a line from zero, before all else
    double decay = 0.5;             ///< step, plateau: what multiplies the rate at a time
    int every = 5;  ///< epochs: between decays (step), without a better one before a decay (plateau), from
                    ///< the least rate to the whole (cyclical)
    double least = 0.0;  ///< cosine, cyclical: the smallest factor
};

/// Where a run is.
struct RatePosition {
    std::int64_t step = 1;  ///< from 1
    std::int64_t stepsPerEpoch = 1;
    int epochs = 1;    ///< of the whole run
    int plateaus = 0;  ///< how often so far the dev metric did not get better for `every` epochs
};

/// constant; step: decay^⌊epochs done / every⌋; cosine: from 1 to least over the run (Loshchilov and Hutter,
/// 2017); cyclical: in lines from least to 1 and back (Smith, 2017); plateau: decay^plateaus.
[[nodiscard]] double rateFactor(const RateSchedule& schedule, const RatePosition& position);

[[nodiscard]] std::span<const std::string_view> rateScheduleNames();

}  // namespace loomscope
