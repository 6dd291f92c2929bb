// SPDX-License-Identifier: GPL-3.0-or-later
#include "viz/core/ticks.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace loomscope {
namespace {

/// The smallest of 1, 2, 5, 10 times a power of ten that is not below `step`.
double roundUp(double step) {
    const double power = std::pow(10.0, std::floor(std::log10(step)));
    constexpr std::array<double, 4> kFactors{1.0, 2.0, 5.0, 10.0};
    for (const double factor : kFactors) {
        if (factor * power >= step * (1 - 1e-9)) {
            return factor * power;
        }
    }
    return 10.0 * power;
}

}  // namespace

Ticks niceTicks(double low, double high, int maxCount) {
    if (!std::isfinite(low) || !std::isfinite(high)) {
        low = 0.0;
        high = 1.0;
    }
    if (high < low) {
        std::swap(low, high);
    }
    const double smallest = std::max(1e-300, 1e-9 * std::max(std::abs(low), std::abs(high)));
    if (high - low < smallest) {
        const double margin = low == 0.0 ? 0.5 : std::abs(low) * 0.1;
        low -= margin;
        high += margin;
    }
    const int intervals = std::max(1, maxCount - 1);
    double step = roundUp((high - low) / intervals);
    const auto countOf = [&] { return std::ceil(high / step - 1e-9) - std::floor(low / step + 1e-9); };
    while (countOf() > intervals && intervals > 1) {
        step = roundUp(step * 1.01);
    }
    const double first = std::floor(low / step + 1e-9);
    const double last = std::ceil(high / step - 1e-9);
    return {.first = first * step,
            .step = step,
            .count = static_cast<int>(last - first) + 1,
            .decimals = std::clamp(static_cast<int>(-std::floor(std::log10(step) + 1e-9)), 0, 12)};
}

LogRange niceLogRange(double low, double high) {
    if (!(low > 0.0) || !std::isfinite(high) || high < low) {
        return {};
    }
    LogRange range{.low = std::pow(10.0, std::floor(std::log10(low) + 1e-9)),
                   .high = std::pow(10.0, std::ceil(std::log10(high) - 1e-9))};
    if (range.high <= range.low) {
        range.high = range.low * 10.0;
    }
    return range;
}

}  // namespace loomscope
