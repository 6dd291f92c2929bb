// SPDX-License-Identifier: GPL-3.0-or-later
// What of a plot's data is drawn: ranges and gap-free pieces.
#pragma once

#include "viz/chart/plot_view.h"

#include <QList>
#include <QPointF>

#include <optional>
#include <span>
#include <vector>

namespace loomscope {

/// The data of one series.
struct PlotCurve {
    QString name;
    PlotStyle style;
    std::vector<Sample> samples;
};

struct PlotRange {
    double x0 = 0.0;
    double x1 = 1.0;
    double y0 = 0.0;
    double y1 = 1.0;
};

/// The range of all samples that can be drawn, or nothing if none can. A logarithmic scale draws positive
/// values only.
[[nodiscard]] std::optional<PlotRange> plotRange(std::span<const PlotCurve* const> curves, AxisScale scale);

/// The decimated samples, cut at gaps.
[[nodiscard]] std::vector<QList<QPointF>> plotPieces(std::span<const Sample> samples, const PlotRange& range,
                                                     int columns, AxisScale scale);

}  // namespace loomscope
