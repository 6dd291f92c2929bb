// SPDX-License-Identifier: Apache-2.0
// How values are spread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace loomscope {

/// Counts of values in bins of equal width: bin i holds those from low + i · width on, the last one its upper
/// end too. No bins for no values, one for values that are all the same.
struct Histogram {
    double low = 0.0;
    double width = 0.0;
    std::vector<std::int64_t> counts;

    bool operator==(const Histogram&) const = default;
};

/// Sorts finite values into at most `mostBins` bins. Bins of whole numbers have a whole width.
[[nodiscard]] Histogram histogramOf(std::span<const double> values, int mostBins = 20);

}  // namespace loomscope
