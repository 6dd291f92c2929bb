// SPDX-License-Identifier: GPL-3.0-or-later
#include "viz/chart/plot_export.h"

#include "viz/export/export.h"

#include <QBuffer>
#include <QGraphicsView>
#include <QImage>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>
#include <fmt/format.h>

#include <iterator>

namespace loomscope {
namespace {

constexpr double kPngScale = 2.0;

QByteArray pngOf(QGraphicsView& view) {
    QImage image(view.size() * kPngScale, QImage::Format_RGB32);
    image.setDevicePixelRatio(kPngScale);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    view.render(&painter, QRectF(QPointF(), view.size()), view.rect());
    painter.end();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

QByteArray svgOf(QGraphicsView& view) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(view.size());
    generator.setViewBox(view.rect());
    QPainter painter(&generator);
    view.render(&painter);
    painter.end();
    return bytes;
}

QByteArray pdfOf(QGraphicsView& view) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setPageSize(QPageSize(QSizeF(view.size()), QPageSize::Point));
    writer.setPageMargins(QMarginsF());
    QPainter painter(&writer);
    view.render(&painter);
    painter.end();
    return bytes;
}

}  // namespace

std::string plotCsv(std::span<const PlotCurve* const> curves) {
    std::string text = "series,x,y\n";
    for (const PlotCurve* curve : curves) {
        QString name = curve->name;
        if (name.contains(u',') || name.contains(u'"') || name.contains(u'\n')) {
            name = QStringLiteral("\"%1\"").arg(name.replace(u'"', QStringLiteral("\"\"")));
        }
        const std::string field = name.toStdString();
        for (const Sample& sample : curve->samples) {
            fmt::format_to(std::back_inserter(text), "{},{},{}\n", field, sample.x, sample.y);
        }
    }
    return text;
}

Result<void> exportPlot(const QString& path, QGraphicsView& view, std::span<const PlotCurve* const> curves) {
    LOOM_TRY(const ExportFormat format, exportFormatOf(path));
    switch (format) {
        case ExportFormat::kCsv:
            return writeFile(path, QByteArray::fromStdString(plotCsv(curves)));
        case ExportFormat::kPng:
            return writeFile(path, pngOf(view));
        case ExportFormat::kSvg:
            return writeFile(path, svgOf(view));
        case ExportFormat::kPdf:
            return writeFile(path, pdfOf(view));
        case ExportFormat::kDot:
        case ExportFormat::kJson:
            break;
    }
    return fail(ErrorCode::kInvalid, "a chart can be written as csv, png, svg or pdf");
}

}  // namespace loomscope
