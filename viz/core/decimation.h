// SPDX-License-Identifier: GPL-3.0-or-later
// Fewer points with the same picture.
#pragma once

#include <span>
#include <vector>

namespace loomscope {

/// One point of a curve. A NaN in `y` is a gap.
struct Sample {
    double x = 0.0;
    double y = 0.0;
};

/// Keeps, for each of `columns` equal parts of [x0, x1], the first, lowest, highest and last sample in order,
/// and gaps that are wider than a part or stand at one's start. Also the nearest sample on each side of the
/// range, so that lines run out of the picture. Samples must be sorted by x; infinite y is a gap. Returns at
/// most 10·columns + 2 samples. Cost: linear.
[[nodiscard]] std::vector<Sample> decimate(std::span<const Sample> samples, double x0, double x1,
                                           int columns);

}  // namespace loomscope
