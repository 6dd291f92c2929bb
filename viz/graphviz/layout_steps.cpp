// SPDX-License-Identifier: GPL-3.0-or-later
#include "viz/graphviz/layout_steps.h"

#include "viz/core/built_in_layout.h"
#include "viz/core/drawings.h"
#include "viz/graphviz/dot_writer.h"
#include "viz/graphviz/plain_reader.h"
#include "viz/text_measure.h"

#include <QLocale>

#include <algorithm>
#include <cmath>
#include <utility>

namespace loomscope {
namespace {

constexpr std::size_t kMostDotNodes = 4000;  // in one part: dot needs seconds beyond
constexpr std::size_t kMostDotNodesInAll = 20000;
constexpr std::size_t kEdgesPerNode = 4;  // denser graphs cost dot as much as larger ones

/// Why `dot` is not asked, or an empty text.
QString reasonAgainstDot(const LayoutParts& parts, std::size_t numNodes) {
    std::size_t largest = 0;
    for (const LayoutPart& part : parts.parts) {
        largest = std::max({largest, part.sizes.size(), part.edges.size() / kEdgesPerNode});
    }
    if (largest <= kMostDotNodes && numNodes <= kMostDotNodesInAll) {
        return {};
    }
    return QObject::tr("%1 nodes: built-in layout, Graphviz would take too long")
        .arg(QLocale::c().toString(static_cast<qulonglong>(numNodes)));
}

}  // namespace

std::vector<Size> boxSizes(const PictureGraph& graph) {
    const TextMeasure label(drawnFont(kLabelPixels, QFont::DemiBold));
    const TextMeasure caption(drawnFont(kCaptionPixels, QFont::Normal));
    constexpr double kPadding = 22.0;
    constexpr double kNarrowest = 64.0;
    std::vector<Size> sizes;
    sizes.reserve(graph.nodes.size());
    for (const PictureNode& node : graph.nodes) {
        const double text = std::max(label.width(node.label), caption.width(node.caption));
        sizes.push_back(
            {std::ceil(std::max(kNarrowest, text + kPadding)), node.caption.empty() ? 32.0 : 44.0});
    }
    return sizes;
}

PreparedLayout prepareLayout(std::shared_ptr<const PictureGraph> graph, const LayoutOptions& options) {
    PreparedLayout prepared{.graph = std::move(graph), .direction = options.direction};
    prepared.sizes = boxSizes(*prepared.graph);
    if (options.engine == LayoutEngine::kBuiltIn || prepared.sizes.empty()) {
        return prepared;
    }
    prepared.parts = splitIntoParts(prepared.sizes, prepared.graph->edges);
    prepared.note = reasonAgainstDot(prepared.parts, prepared.sizes.size());
    if (prepared.note.isEmpty()) {
        prepared.dotInput = QByteArray::fromStdString(writeDot(prepared.parts, options.direction));
    }
    return prepared;
}

LayoutResult completeLayout(const PreparedLayout& prepared, const DotOutcome& outcome) {
    LayoutResult result{.graph = prepared.graph, .note = prepared.note};
    if (!prepared.dotInput.isEmpty()) {
        QString problem = outcome.problem;
        if (problem.isEmpty()) {
            const std::string_view text(outcome.output.constData(),
                                        static_cast<std::size_t>(outcome.output.size()));
            if (auto layouts = readPlain(text, prepared.parts)) {
                result.layout = joinParts(prepared.parts, std::move(*layouts));
                result.engine = LayoutEngine::kAutomatic;
                return result;
            } else {
                problem = QObject::tr("dot's answer can't be read (%1)")
                              .arg(QString::fromStdString(layouts.error().message));
            }
        }
        result.note = QObject::tr("%1. Drawn with the built-in layout.").arg(problem);
    }
    result.layout = builtInLayout(prepared.sizes, prepared.graph->edges, prepared.direction);
    return result;
}

}  // namespace loomscope
