// SPDX-License-Identifier: GPL-3.0-or-later
// Round numbers for axes.
#pragma once

#include <vector>

namespace loomscope {

/// Evenly spaced round values first, first + step, …; `decimals` digits after the point show them exactly.
struct Ticks {
    double first = 0.0;
    double step = 1.0;
    int count = 0;
    int decimals = 0;

    [[nodiscard]] double last() const { return first + step * (count - 1); }
};

/// Ticks with a step of 1, 2 or 5 times a power of ten that cover [low, high] with at most `maxCount` values
/// (at least 2). An empty or non-finite range is widened around its value, or becomes [0, 1].
[[nodiscard]] Ticks niceTicks(double low, double high, int maxCount);

/// Powers of ten that enclose [low, high], both positive: the range of a logarithmic axis.
struct LogRange {
    double low = 0.1;
    double high = 1.0;
};
[[nodiscard]] LogRange niceLogRange(double low, double high);

}  // namespace loomscope
