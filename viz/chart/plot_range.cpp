// SPDX-License-Identifier: GPL-3.0-or-later
#include "viz/chart/plot_range.h"

#include <algorithm>
#include <cmath>

namespace loomscope {
namespace {

bool isDrawn(double y, AxisScale scale) {
    return std::isfinite(y) && (scale == AxisScale::kLinear || y > 0.0);
}

}  // namespace

std::optional<PlotRange> plotRange(std::span<const PlotCurve* const> curves, AxisScale scale) {
    std::optional<PlotRange> range;
    for (const PlotCurve* curve : curves) {
        for (const Sample& sample : curve->samples) {
            if (!isDrawn(sample.y, scale) || !std::isfinite(sample.x)) {
                continue;
            }
            if (!range) {
                range = PlotRange{sample.x, sample.x, sample.y, sample.y};
            }
            range->x0 = std::min(range->x0, sample.x);
            range->x1 = std::max(range->x1, sample.x);
            range->y0 = std::min(range->y0, sample.y);
            range->y1 = std::max(range->y1, sample.y);
        }
    }
    return range;
}

std::vector<QList<QPointF>> plotPieces(std::span<const Sample> samples, const PlotRange& range, int columns,
                                       AxisScale scale) {
    constexpr std::size_t kMostPieces = 60;  // each is a series of its own; beyond, gaps close
    std::vector<QList<QPointF>> pieces;
    bool isInGap = true;
    for (const Sample& sample : decimate(samples, range.x0, range.x1, columns)) {
        if (!isDrawn(sample.y, scale)) {
            isInGap = true;
            continue;
        }
        if (pieces.empty() || (isInGap && pieces.size() < kMostPieces)) {
            pieces.emplace_back();
        }
        isInGap = false;
        pieces.back().emplace_back(sample.x, sample.y);
    }
    return pieces;
}

}  // namespace loomscope
