// SPDX-License-Identifier: GPL-3.0-or-later
// Line charts. The only class that knows Qt Charts.
#pragma once

#include "engine/base/result.h"
#include "viz/core/decimation.h"

#include <QString>
#include <QStringList>
#include <QWidget>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace loomscope {

enum class AxisScale : std::uint8_t { kLinear, kLogarithmic };
enum class LineStyle : std::uint8_t { kSolid, kDashed };

/// How one series looks.
struct PlotStyle {
    int colorSlot = -1;  ///< slot of the palette; −1 takes the next free one
    LineStyle line = LineStyle::kSolid;
};

/// Curves by name. Data are kept whole; what is drawn is decimated to the width in pixels and renewed at most
/// twenty times a second however often data come. Points that are NaN or infinite are gaps.
class PlotView final : public QWidget {
    Q_OBJECT

public:
    explicit PlotView(QWidget* parent = nullptr);
    ~PlotView() override;

    void setTitle(const QString& title);
    void setAxisTitles(const QString& x, const QString& y);
    void setYScale(AxisScale scale);
    /// Shown while there is no sample.
    void setEmptyText(const QString& text);
    void setLegendVisible(bool visible);

    /// Sets all samples of a series, sorted by x; adds the series if it is new.
    void setSeries(const QString& name, std::vector<Sample> samples, const PlotStyle& style = {});
    /// Adds samples to the end of a series; adds the series if it is new.
    void appendSamples(const QString& name, std::span<const Sample> samples, const PlotStyle& style = {});
    void removeSeries(const QString& name);
    void clear();
    [[nodiscard]] QStringList seriesNames() const;
    [[nodiscard]] std::span<const Sample> samples(const QString& name) const;
    /// Points on the screen of a series, after decimation: what a test can count.
    [[nodiscard]] int numDrawnPoints(const QString& name) const;

    /// Draws now what is waiting.
    void refresh();
    /// Writes .csv (all samples, full precision), .png, .svg or .pdf by the name's ending; pictures in the
    /// light theme. Errors: kInvalid for other endings, kIo.
    [[nodiscard]] Result<void> exportTo(const QString& path);

    [[nodiscard]] QSize sizeHint() const override { return {520, 300}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {220, 140}; }

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace loomscope
