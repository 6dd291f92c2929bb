// SPDX-License-Identifier: GPL-3.0-or-later
#include "viz/chart/plot_view.h"

#include "viz/chart/plot_export.h"
#include "viz/chart/plot_range.h"
#include "viz/core/ticks.h"
#include "viz/theme.h"

#include <QChart>
#include <QChartView>
#include <QEvent>
#include <QGraphicsLayout>
#include <QLabel>
#include <QLegend>
#include <QLegendMarker>
#include <QLineSeries>
#include <QLogValueAxis>
#include <QStackedLayout>
#include <QTimer>
#include <QValueAxis>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace loomscope {
namespace {

constexpr std::chrono::milliseconds kShortestInterval{50};
constexpr int kMostSmoothPoints = 20000;  // beyond, antialiasing costs too much
constexpr double kLineWidth = 1.5;

}  // namespace

/// The chart, its axes, and the curves by name. A curve with gaps is several Qt series, of which only the
/// first has a place in the legend.
class PlotView::Impl {
public:
    struct Curve {
        PlotCurve data;
        std::vector<QLineSeries*> pieces;
        int numDrawn = 0;
    };

    explicit Impl(PlotView& owner);

    Curve& curve(const QString& name, const PlotStyle& style);
    Curve* find(const QString& name);
    void removePieces(Curve& curve);
    void schedule();
    void refresh();
    void applyColors(ThemeMode mode);
    void setYScale(AxisScale scale);

    AxisScale yScale = AxisScale::kLinear;
    std::vector<std::unique_ptr<Curve>> curves;
    QChart* chart;
    QChartView* view;
    QLabel* empty;
    QStackedLayout* layout;
    QValueAxis* xAxis;
    QValueAxis* yAxis;
    QLogValueAxis* logAxis;
    QTimer timer;

private:
    void fill(Curve& curve, const PlotRange& range, int columns);
    void setAxes(const PlotRange& range);
    [[nodiscard]] QAbstractAxis* activeYAxis() const;
    [[nodiscard]] int freeSlot() const;

    PlotView& owner_;
    ThemeMode mode_ = ThemeMode::kLight;
};

PlotView::Impl::Impl(PlotView& owner)
    : chart(new QChart),
      view(new QChartView(chart, &owner)),
      empty(new QLabel(&owner)),
      layout(new QStackedLayout(&owner)),
      xAxis(new QValueAxis(chart)),
      yAxis(new QValueAxis(chart)),
      logAxis(new QLogValueAxis(chart)),
      owner_(owner) {
    chart->addAxis(xAxis, Qt::AlignBottom);
    chart->addAxis(yAxis, Qt::AlignLeft);
    logAxis->setBase(10.0);
    chart->setBackgroundRoundness(0);
    chart->setMargins(QMargins(4, 4, 8, 4));
    chart->layout()->setContentsMargins(0, 0, 0, 0);
    chart->setAnimationOptions(QChart::NoAnimation);
    chart->legend()->setAlignment(Qt::AlignTop);
    chart->legend()->setMarkerShape(QLegend::MarkerShapeFromSeries);
    view->setFrameShape(QFrame::NoFrame);
    view->setRenderHint(QPainter::Antialiasing);
    empty->setAlignment(Qt::AlignCenter);
    empty->setWordWrap(true);
    empty->setMargin(Spacing::kHuge);
    empty->setAutoFillBackground(true);
    layout->addWidget(view);
    layout->addWidget(empty);
    layout->setCurrentWidget(empty);
    timer.setSingleShot(true);
    timer.setInterval(kShortestInterval);
    QObject::connect(&timer, &QTimer::timeout, &owner, &PlotView::refresh);
}

int PlotView::Impl::freeSlot() const {
    for (int slot = 0;; ++slot) {
        const auto isUsed = [slot](const auto& curve) { return curve->data.style.colorSlot == slot; };
        if (std::none_of(curves.begin(), curves.end(), isUsed)) {
            return slot;
        }
    }
}

PlotView::Impl::Curve* PlotView::Impl::find(const QString& name) {
    const auto found = std::find_if(curves.begin(), curves.end(),
                                    [&](const auto& curve) { return curve->data.name == name; });
    return found == curves.end() ? nullptr : found->get();
}

PlotView::Impl::Curve& PlotView::Impl::curve(const QString& name, const PlotStyle& style) {
    if (Curve* const known = find(name)) {
        return *known;
    }
    curves.push_back(std::make_unique<Curve>());
    PlotCurve& data = curves.back()->data;
    data.name = name;
    data.style = style;
    if (style.colorSlot < 0) {
        data.style.colorSlot = freeSlot();
    }
    return *curves.back();
}

void PlotView::Impl::removePieces(Curve& curve) {
    for (QLineSeries* piece : curve.pieces) {
        chart->removeSeries(piece);
        delete piece;
    }
    curve.pieces.clear();
}

void PlotView::Impl::schedule() {
    if (!timer.isActive()) {
        timer.start();
    }
}

QAbstractAxis* PlotView::Impl::activeYAxis() const {
    return yScale == AxisScale::kLinear ? static_cast<QAbstractAxis*>(yAxis) : logAxis;
}

void PlotView::Impl::setYScale(AxisScale scale) {
    if (scale == yScale) {
        return;
    }
    for (const auto& curve : curves) {
        removePieces(*curve);
    }
    QAbstractAxis* const unused = activeYAxis();
    chart->removeAxis(unused);
    unused->setParent(chart);  // a chart gives up an axis that it does not show
    yScale = scale;
    chart->addAxis(activeYAxis(), Qt::AlignLeft);
    applyColors(mode_);
}

void PlotView::Impl::refresh() {
    timer.stop();
    std::vector<const PlotCurve*> data;
    for (const auto& curve : curves) {
        data.push_back(&curve->data);
    }
    const std::optional<PlotRange> range = plotRange(data, yScale);
    layout->setCurrentWidget(range ? static_cast<QWidget*>(view) : empty);
    if (!range) {
        return;
    }
    setAxes(*range);
    const int columns = std::max(50, static_cast<int>(chart->plotArea().width()));
    int numDrawn = 0;
    for (const auto& curve : curves) {
        fill(*curve, *range, columns);
        numDrawn += curve->numDrawn;
    }
    view->setRenderHint(QPainter::Antialiasing, numDrawn <= kMostSmoothPoints);
}

void PlotView::Impl::setAxes(const PlotRange& range) {
    const auto apply = [](QValueAxis& axis, double low, double high, int maxCount) {
        const Ticks ticks = niceTicks(low, high, maxCount);
        axis.setRange(ticks.first, ticks.last());
        axis.setTickCount(ticks.count);
        axis.setLabelFormat(QStringLiteral("%.%1f").arg(ticks.decimals));
    };
    apply(*xAxis, range.x0, range.x1, std::clamp(owner_.width() / 90, 2, 9));
    if (yScale == AxisScale::kLinear) {
        apply(*yAxis, range.y0, range.y1, std::clamp(owner_.height() / 45, 2, 8));
    } else {
        const LogRange rounded = niceLogRange(range.y0, range.y1);
        logAxis->setRange(rounded.low, rounded.high);
        logAxis->setLabelFormat(rounded.low < 1e-3 || rounded.high > 1e5 ? QStringLiteral("%.0e")
                                                                         : QStringLiteral("%g"));
    }
}

void PlotView::Impl::fill(Curve& curve, const PlotRange& range, int columns) {
    const std::vector<QList<QPointF>> pieces = plotPieces(curve.data.samples, range, columns, yScale);
    while (curve.pieces.size() > std::max<std::size_t>(pieces.size(), 1)) {
        chart->removeSeries(curve.pieces.back());
        delete curve.pieces.back();
        curve.pieces.pop_back();
    }
    while (curve.pieces.size() < pieces.size()) {
        auto* const line = new QLineSeries;
        line->setName(curve.data.name);
        QPen pen(toColor(seriesColor(curve.data.style.colorSlot, mode_)), kLineWidth);
        pen.setStyle(curve.data.style.line == LineStyle::kDashed ? Qt::DashLine : Qt::SolidLine);
        line->setPen(pen);
        chart->addSeries(line);
        line->attachAxis(xAxis);
        line->attachAxis(activeYAxis());
        for (QLegendMarker* marker : chart->legend()->markers(line)) {
            marker->setVisible(curve.pieces.empty());
        }
        curve.pieces.push_back(line);
    }
    curve.numDrawn = 0;
    for (std::size_t i = 0; i < curve.pieces.size(); ++i) {
        const QList<QPointF> points = i < pieces.size() ? pieces[i] : QList<QPointF>();
        curve.numDrawn += static_cast<int>(points.size());
        curve.pieces[i]->setPointsVisible(points.size() == 1);
        curve.pieces[i]->replace(points);
    }
}

void PlotView::Impl::applyColors(ThemeMode mode) {
    mode_ = mode;
    const ThemeColors& theme = themeColors(mode);
    chart->setBackgroundBrush(toColor(theme.surface));
    chart->setBackgroundPen(Qt::NoPen);
    chart->setTitleBrush(toColor(theme.text));
    chart->setTitleFont(themeFont(TypeRole::kStrong));
    chart->legend()->setLabelColor(toColor(theme.text));
    chart->legend()->setFont(themeFont(TypeRole::kCaption));
    view->setBackgroundBrush(toColor(theme.surface));
    for (QAbstractAxis* axis : std::initializer_list<QAbstractAxis*>{xAxis, yAxis, logAxis}) {
        axis->setLabelsColor(toColor(theme.mutedText));
        axis->setLabelsFont(themeFont(TypeRole::kCaption));
        axis->setTitleBrush(toColor(theme.mutedText));
        axis->setTitleFont(themeFont(TypeRole::kCaption));
        axis->setGridLinePen(QPen(toColor(theme.grid), 1));
        axis->setLinePen(QPen(toColor(theme.border), 1));
    }
    QPalette colors = empty->palette();
    colors.setColor(QPalette::Window, toColor(theme.surface));
    colors.setColor(QPalette::WindowText, toColor(theme.mutedText));
    empty->setPalette(colors);
    for (const auto& curve : curves) {
        for (QLineSeries* piece : curve->pieces) {
            QPen pen = piece->pen();
            pen.setColor(toColor(seriesColor(curve->data.style.colorSlot, mode)));
            piece->setPen(pen);
        }
    }
}

PlotView::PlotView(QWidget* parent) : QWidget(parent), impl_(std::make_unique<Impl>(*this)) {
    setObjectName(QStringLiteral("plotView"));
    impl_->view->setAccessibleName(tr("Chart"));
    impl_->applyColors(modeOf(palette()));
}

PlotView::~PlotView() = default;

void PlotView::setTitle(const QString& title) {
    impl_->chart->setTitle(title);
    impl_->view->setAccessibleName(title);
}

void PlotView::setAxisTitles(const QString& x, const QString& y) {
    impl_->xAxis->setTitleText(x);
    impl_->yAxis->setTitleText(y);
    impl_->logAxis->setTitleText(y);
}

void PlotView::setYScale(AxisScale scale) {
    impl_->setYScale(scale);
    refresh();
}

void PlotView::setEmptyText(const QString& text) {
    impl_->empty->setText(text);
}

void PlotView::setLegendVisible(bool visible) {
    impl_->chart->legend()->setVisible(visible);
}

void PlotView::setSeries(const QString& name, std::vector<Sample> samples, const PlotStyle& style) {
    impl_->curve(name, style).data.samples = std::move(samples);
    impl_->schedule();
}

void PlotView::appendSamples(const QString& name, std::span<const Sample> samples, const PlotStyle& style) {
    std::vector<Sample>& all = impl_->curve(name, style).data.samples;
    all.insert(all.end(), samples.begin(), samples.end());
    impl_->schedule();
}

void PlotView::removeSeries(const QString& name) {
    if (Impl::Curve* const curve = impl_->find(name)) {
        impl_->removePieces(*curve);
        std::erase_if(impl_->curves, [curve](const auto& item) { return item.get() == curve; });
        impl_->schedule();
    }
}

void PlotView::clear() {
    for (const auto& curve : impl_->curves) {
        impl_->removePieces(*curve);
    }
    impl_->curves.clear();
    refresh();
}

QStringList PlotView::seriesNames() const {
    QStringList names;
    for (const auto& curve : impl_->curves) {
        names.push_back(curve->data.name);
    }
    return names;
}

std::span<const Sample> PlotView::samples(const QString& name) const {
    const Impl::Curve* const curve = impl_->find(name);
    return curve == nullptr ? std::span<const Sample>() : std::span<const Sample>(curve->data.samples);
}

int PlotView::numDrawnPoints(const QString& name) const {
    const Impl::Curve* const curve = impl_->find(name);
    return curve == nullptr ? 0 : curve->numDrawn;
}

void PlotView::refresh() {
    impl_->refresh();
}

Result<void> PlotView::exportTo(const QString& path) {
    std::vector<const PlotCurve*> curves;
    for (const auto& curve : impl_->curves) {
        curves.push_back(&curve->data);
    }
    impl_->view->resize(size());
    impl_->chart->layout()->activate();
    refresh();
    impl_->applyColors(ThemeMode::kLight);
    Result<void> result = exportPlot(path, *impl_->view, curves);
    impl_->applyColors(modeOf(palette()));
    return result;
}

void PlotView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        impl_->applyColors(modeOf(palette()));
    }
}

void PlotView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    impl_->schedule();
}

}  // namespace loomscope
