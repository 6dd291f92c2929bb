// SPDX-License-Identifier: Apache-2.0
#include "engine/optim/rate_schedule.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace loomscope {

namespace {

double withoutWarmup(const RateSchedule& schedule, const RatePosition& position) {
    const auto stepsDone = static_cast<double>(position.step - 1);
    const auto stepsPerEpoch = static_cast<double>(std::max<std::int64_t>(position.stepsPerEpoch, 1));
    if (schedule.kind == "step") {
        return std::pow(schedule.decay, std::floor(stepsDone / (stepsPerEpoch * schedule.every)));
    }
    if (schedule.kind == "plateau") {
        return std::pow(schedule.decay, position.plateaus);
    }
    double share = 1.0;  // of the way from the least rate to the whole one
    if (schedule.kind == "cosine") {
        const double done = std::min(1.0, stepsDone / (stepsPerEpoch * position.epochs));
        share = (1.0 + std::cos(std::numbers::pi * done)) / 2.0;
    } else if (schedule.kind == "cyclical") {
        share = 1.0 - std::abs(std::fmod(stepsDone / (stepsPerEpoch * schedule.every), 2.0) - 1.0);
    }
    return schedule.least + (1.0 - schedule.least) * share;
}

}  // namespace

double rateFactor(const RateSchedule& schedule, const RatePosition& position) {
    const double warmth =
        schedule.warmup > 0 ? std::min(1.0, static_cast<double>(position.step) / schedule.warmup) : 1.0;
    return warmth * withoutWarmup(schedule, position);
}

std::span<const std::string_view> rateScheduleNames() {
    static constexpr std::array<std::string_view, 5> kNames{"constant", "step", "cosine", "cyclical",
                                                            "plateau"};
    return kNames;
}

}  // namespace loomscope
