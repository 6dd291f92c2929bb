// SPDX-License-Identifier: Apache-2.0
#include "engine/data/histogram.h"

#include <algorithm>
#include <cmath>

namespace loomscope {

Histogram histogramOf(std::span<const double> values, int mostBins) {
    if (values.empty()) {
        return {};
    }
    const auto [low, high] = std::ranges::minmax(values);
    const bool areWhole =
        std::ranges::all_of(values, [](double value) { return value == std::floor(value); });
    Histogram histogram{.low = low, .width = (high - low) / mostBins};
    auto bins = static_cast<std::size_t>(mostBins);
    if (areWhole) {
        histogram.width = std::max(1.0, std::ceil((high - low + 1) / mostBins));
        bins = static_cast<std::size_t>((high - low) / histogram.width) + 1;
    } else if (high == low) {
        bins = 1;
    }
    histogram.counts.resize(bins);
    for (const double value : values) {
        const double place = histogram.width > 0 ? (value - low) / histogram.width : 0.0;
        ++histogram.counts[std::min(static_cast<std::size_t>(place), bins - 1)];
    }
    return histogram;
}

}  // namespace loomscope
