// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures and tables of graphs and schedules as files. Needs a QGuiApplication on any platform; no window.
// Pictures are in the light theme, whatever the program shows.
#pragma once

#include "engine/base/result.h"
#include "engine/data/example.h"
#include "engine/schedule/schedule.h"
#include "viz/core/picture_graph.h"
#include "viz/core/schedule_chart.h"
#include "viz/graphviz/graph_layouter.h"

#include <QByteArray>
#include <QString>

#include <cstdint>
#include <string_view>

namespace loomscope {

enum class ExportFormat : std::uint8_t { kSvg, kPdf, kPng, kDot, kJson, kCsv };
/// Errors: kInvalid, naming the known formats.
[[nodiscard]] Result<ExportFormat> parseExportFormat(std::string_view name);
/// By the ending of a file's name. Errors: kInvalid, naming the known endings.
[[nodiscard]] Result<ExportFormat> exportFormatOf(const QString& path);

struct GraphExportOptions {
    PictureOptions picture;
    LayoutOptions layout;
    double scale = 2.0;  ///< of PNG: pixels per pixel of the picture
};

struct ScheduleExportOptions {
    ScheduleColumns columns = ScheduleColumns::kDepth;
    QString title;  ///< above the grid, for example policy and data
    double scale = 2.0;
};

/// The file's content. SVG carries `id="node-N"` for node N of the graph. Errors: kInvalid for CSV.
/// `note`, if not null, receives why the built-in layout took over, if it did.
[[nodiscard]] Result<QByteArray> renderGraph(const Graph& graph, ExportFormat format,
                                             const GraphExportOptions& options = {}, QString* note = nullptr);
/// The file's content. SVG carries `id="batch-N"` for batch N of the schedule; JSON and CSV name every batch
/// with its nodes. Errors: kInvalid for DOT.
[[nodiscard]] Result<QByteArray> renderSchedule(const Graph& graph, const Schedule& schedule,
                                                ExportFormat format,
                                                const ScheduleExportOptions& options = {});
/// The picture that a view shows (GraphView::picture()), without laying it out again. SVG, PDF, PNG.
[[nodiscard]] Result<QByteArray> renderPicture(const LayoutResult& picture, ExportFormat format,
                                               double scale = 2.0);
/// A parse tree. SVG, PDF, PNG.
[[nodiscard]] Result<QByteArray> renderTree(const Tree& tree, int numClasses, ExportFormat format,
                                            double scale = 2.0);

/// Writes a file as a whole or not at all. Errors: kIo, naming file and reason.
[[nodiscard]] Result<void> writeFile(const QString& path, const QByteArray& content);

/// renderGraph() into a file.
[[nodiscard]] Result<void> exportGraph(const Graph& graph, ExportFormat format, const QString& path,
                                       const GraphExportOptions& options = {});
/// renderSchedule() into a file.
[[nodiscard]] Result<void> exportSchedule(const Graph& graph, const Schedule& schedule, ExportFormat format,
                                          const QString& path, const ScheduleExportOptions& options = {});

}  // namespace loomscope
