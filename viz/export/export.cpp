// SPDX-License-Identifier: GPL-3.0-or-later
#include "viz/export/export.h"

#include "viz/core/drawings.h"
#include "viz/export/graph_text_formats.h"
#include "viz/export/picture_file.h"
#include "viz/text_measure.h"

#include <QFileInfo>
#include <QSaveFile>
#include <fmt/format.h>

#include <array>
#include <utility>

namespace loomscope {
namespace {

constexpr std::array<std::pair<std::string_view, ExportFormat>, 6> kFormats{{{"svg", ExportFormat::kSvg},
                                                                             {"pdf", ExportFormat::kPdf},
                                                                             {"png", ExportFormat::kPng},
                                                                             {"dot", ExportFormat::kDot},
                                                                             {"json", ExportFormat::kJson},
                                                                             {"csv", ExportFormat::kCsv}}};

}  // namespace

Result<ExportFormat> parseExportFormat(std::string_view name) {
    for (const auto& [known, format] : kFormats) {
        if (known == name) {
            return format;
        }
    }
    return fail(ErrorCode::kInvalid,
                fmt::format("unknown format \"{}\"; known are svg, pdf, png, dot, json and csv", name));
}

Result<ExportFormat> exportFormatOf(const QString& path) {
    const std::string ending = QFileInfo(path).suffix().toLower().toStdString();
    if (auto format = parseExportFormat(ending)) {
        return format;
    }
    return fail(
        ErrorCode::kInvalid,
        fmt::format(
            "the name \"{}\" does not tell the format; end it with .svg, .pdf, .png, .dot, .json or .csv",
            path.toStdString()));
}

Result<QByteArray> renderPicture(const LayoutResult& picture, ExportFormat format, double scale) {
    if (!picture.graph) {
        return fail(ErrorCode::kInvalid, "there is no picture to write yet");
    }
    return pictureFile(graphDrawing(*picture.graph, picture.layout, ThemeMode::kLight), format, scale);
}

Result<QByteArray> renderGraph(const Graph& graph, ExportFormat format, const GraphExportOptions& options,
                               QString* note) {
    switch (format) {
        case ExportFormat::kJson:
            return QByteArray::fromStdString(graphJson(graph, options.picture));
        case ExportFormat::kDot:
            return QByteArray::fromStdString(
                graphDot(pictureGraph(graph, options.picture), options.layout.direction));
        case ExportFormat::kCsv:
            return fail(ErrorCode::kInvalid,
                        "a graph can be written as svg, pdf, png, dot or json, not as csv");
        case ExportFormat::kSvg:
        case ExportFormat::kPdf:
        case ExportFormat::kPng:
            break;
    }
    const LayoutResult picture = layoutNow(pictureGraph(graph, options.picture), options.layout);
    if (note != nullptr) {
        *note = picture.note;
    }
    return renderPicture(picture, format, options.scale);
}

Result<QByteArray> renderSchedule(const Graph& graph, const Schedule& schedule, ExportFormat format,
                                  const ScheduleExportOptions& options) {
    switch (format) {
        case ExportFormat::kJson:
            return QByteArray::fromStdString(scheduleJson(graph, schedule));
        case ExportFormat::kCsv:
            return QByteArray::fromStdString(scheduleCsv(graph, schedule));
        case ExportFormat::kDot:
            return fail(ErrorCode::kInvalid,
                        "a schedule can be written as svg, pdf, png, json or csv, not as dot");
        case ExportFormat::kSvg:
        case ExportFormat::kPdf:
        case ExportFormat::kPng:
            break;
    }
    const ScheduleChart chart = scheduleChart(graph, schedule, options.columns);
    const TextMeasure measure(drawnFont(kGridPixels, QFont::Normal));
    const ScheduleGrid grid = scheduleGrid(chart, [&](std::string_view text) { return measure.width(text); });
    return pictureFile(scheduleDrawing(chart, grid, options.title.toStdString(), ThemeMode::kLight), format,
                       options.scale);
}

Result<QByteArray> renderTree(const Tree& tree, int numClasses, ExportFormat format, double scale) {
    const TextMeasure measure(drawnFont(kLabelPixels, QFont::Normal));
    const TreePicture picture =
        treePicture(tree, numClasses, [&](std::string_view text) { return measure.width(text); });
    return pictureFile(treeDrawing(picture, ThemeMode::kLight), format, scale);
}

Result<void> writeFile(const QString& path, const QByteArray& content) {
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size() || !file.commit()) {
        return fail(ErrorCode::kIo, fmt::format("cannot write \"{}\": {}; choose another folder or name",
                                                path.toStdString(), file.errorString().toStdString()));
    }
    return {};
}

Result<void> exportGraph(const Graph& graph, ExportFormat format, const QString& path,
                         const GraphExportOptions& options) {
    LOOM_TRY(const QByteArray content, renderGraph(graph, format, options));
    return writeFile(path, content);
}

Result<void> exportSchedule(const Graph& graph, const Schedule& schedule, ExportFormat format,
                            const QString& path, const ScheduleExportOptions& options) {
    LOOM_TRY(const QByteArray content, renderSchedule(graph, schedule, format, options));
    return writeFile(path, content);
}

}  // namespace loomscope
