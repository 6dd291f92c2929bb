// SPDX-License-Identifier: GPL-3.0-or-later
#include "viz/export/picture_file.h"

#include "viz/scene/drawing_painter.h"
#include "viz/theme.h"

#include <QBuffer>
#include <QImage>
#include <QPageSize>
#include <QPdfWriter>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace loomscope {
namespace {

constexpr double kMostPixels = 16000;  // of a side of a PNG

void paintAll(QPainter& painter, const Drawing& drawing, double scale) {
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    painter.scale(scale, scale);
    painter.translate(-drawing.bounds.x, -drawing.bounds.y);
    painter.fillRect(toRect(drawing.bounds), toColor(drawing.background));
    paintDrawing(painter, drawing);
}

Result<QByteArray> pngFile(const Drawing& drawing, double scale) {
    const double width = std::ceil(drawing.bounds.width * scale);
    const double height = std::ceil(drawing.bounds.height * scale);
    if (std::max(width, height) > kMostPixels || std::min(width, height) < 1) {
        return fail(
            ErrorCode::kResource,
            fmt::format(
                "a PNG of {:.0f} × {:.0f} pixels is more than can be written (at most {:.0f} a side); "
                "choose a smaller scale, or SVG",
                width, height, kMostPixels));
    }
    QImage image(static_cast<int>(width), static_cast<int>(height), QImage::Format_RGB32);
    QPainter painter(&image);
    paintAll(painter, drawing, scale);
    painter.end();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (!image.save(&buffer, "PNG")) {
        return fail(ErrorCode::kResource, "the picture could not be written as PNG");
    }
    return bytes;
}

/// One page of the picture's size; a point on paper is a pixel on the screen.
Result<QByteArray> pdfFile(const Drawing& drawing) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(QString::fromStdString(drawing.title));
    // PDF viewers refuse pages beyond 200 inches: larger pictures shrink to that.
    constexpr double kLongestPage = 14000;
    const double scale = std::min(1.0, kLongestPage / std::max(drawing.bounds.width, drawing.bounds.height));
    writer.setPageSize(
        QPageSize(QSizeF(drawing.bounds.width, drawing.bounds.height) * scale, QPageSize::Point));
    writer.setPageMargins(QMarginsF());
    QPainter painter(&writer);
    paintAll(painter, drawing, scale * writer.resolution() / 72.0);
    painter.end();
    return bytes;
}

}  // namespace

Result<QByteArray> pictureFile(const Drawing& drawing, ExportFormat format, double scale) {
    switch (format) {
        case ExportFormat::kSvg:
            return QByteArray::fromStdString(toSvg(drawing));
        case ExportFormat::kPng:
            return pngFile(drawing, scale);
        case ExportFormat::kPdf:
            return pdfFile(drawing);
        case ExportFormat::kDot:
        case ExportFormat::kJson:
        case ExportFormat::kCsv:
            break;
    }
    return fail(ErrorCode::kInvalid, "this picture can be written as svg, pdf or png");
}

}  // namespace loomscope
