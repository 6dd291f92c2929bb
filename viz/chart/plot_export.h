// SPDX-License-Identifier: GPL-3.0-or-later
// Charts as files.
#pragma once

#include "engine/base/result.h"
#include "viz/chart/plot_range.h"

#include <QString>

#include <span>
#include <string>

class QGraphicsView;

namespace loomscope {

/// series,x,y: a line a sample, shortest text that reads back to the same number; gaps as "nan".
[[nodiscard]] std::string plotCsv(std::span<const PlotCurve* const> curves);

/// Writes the samples (.csv) or what `view` shows (.png, .svg, .pdf). Errors: kInvalid, kIo.
[[nodiscard]] Result<void> exportPlot(const QString& path, QGraphicsView& view,
                                      std::span<const PlotCurve* const> curves);

}  // namespace loomscope
