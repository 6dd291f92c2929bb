// SPDX-License-Identifier: GPL-3.0-or-later
#include "viz/graphviz/dot_writer.h"

#include <fmt/format.h>

#include <iterator>
#include <string_view>

namespace loomscope {
namespace {

constexpr double kPixelsPerInch = 72.0;
/// Above this many nodes in one part, curved arrows and long searches for fewer crossings cost seconds.
constexpr std::size_t kMostSplineNodes = 1500;

std::string_view rankDirection(LayoutDirection direction) {
    switch (direction) {
        case LayoutDirection::kBottomToTop:
            return "BT";
        case LayoutDirection::kTopToBottom:
            return "TB";
        case LayoutDirection::kLeftToRight:
            return "LR";
    }
    return "BT";
}

void writePart(std::string& text, const LayoutPart& part, LayoutDirection direction) {
    auto out = std::back_inserter(text);
    fmt::format_to(out, "digraph {{\ngraph [rankdir={} ordering=in nodesep={:.3f} ranksep={:.3f} {}]\n",
                   rankDirection(direction), kNodeGap / kPixelsPerInch, kRankGap / kPixelsPerInch,
                   part.sizes.size() > kMostSplineNodes ? "splines=line mclimit=0.3" : "splines=spline");
    text += "node [shape=box fixedsize=true label=\"\"]\nedge [dir=none]\n";
    for (std::size_t i = 0; i < part.sizes.size(); ++i) {
        fmt::format_to(out, "{} [width={:.4f} height={:.4f}]\n", i, part.sizes[i].width / kPixelsPerInch,
                       part.sizes[i].height / kPixelsPerInch);
    }
    for (const PictureEdge& edge : part.edges) {
        fmt::format_to(out, "{} -> {}\n", edge.from, edge.to);
    }
    text += "}\n";
}

}  // namespace

std::string writeDot(const LayoutParts& split, LayoutDirection direction) {
    std::string text;
    for (const LayoutPart& part : split.parts) {
        writePart(text, part, direction);
    }
    return text;
}

}  // namespace loomscope
