// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/explore/share_bar.h"

#include "viz/theme.h"

#include <QPainter>

namespace loomscope {

namespace {

constexpr double kCaptionWidth = 40;
constexpr double kBarHeight = 12;

}  // namespace

ShareBar::ShareBar(int label, int numClasses, double share, QWidget* parent)
    : QWidget(parent), label_(label), numClasses_(numClasses), share_(share) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ShareBar::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(QRectF(0, 0, kCaptionWidth, height()), Qt::AlignVCenter | Qt::AlignLeft, caption_);
    const QRectF track(kCaptionWidth, (height() - kBarHeight) / 2.0, width() - kCaptionWidth, kBarHeight);
    painter.setPen(Qt::NoPen);
    painter.setBrush(toColor(colorsOf(palette()).grid));
    painter.drawRoundedRect(track, 3, 3);
    painter.setBrush(toColor(sentimentColor(label_, numClasses_, modeOf(palette()))));
    painter.drawRoundedRect(
        QRectF(track.topLeft(), QSizeF(std::max(2.0, track.width() * share_), kBarHeight)), 3, 3);
}

}  // namespace loomscope
