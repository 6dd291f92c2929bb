// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of a layout around the run of `dot`; each may run on any thread.
#pragma once

#include "viz/core/layout_parts.h"
#include "viz/graphviz/dot_process.h"
#include "viz/graphviz/graph_layouter.h"

#include <QByteArray>

#include <memory>
#include <vector>

namespace loomscope {

/// A graph measured and cut into parts, with what `dot` shall be asked.
struct PreparedLayout {
    std::shared_ptr<const PictureGraph> graph;
    LayoutDirection direction = LayoutDirection::kBottomToTop;
    std::vector<Size> sizes;
    LayoutParts parts;
    QByteArray dotInput;  ///< empty: the built-in layout, because of `note`
    QString note;
};

/// Sizes of boxes that hold their texts.
[[nodiscard]] std::vector<Size> boxSizes(const PictureGraph& graph);

/// Measures, and decides by size: `dot` for parts up to 4,000 nodes and 20,000 nodes in all, else the
/// built-in layout.
[[nodiscard]] PreparedLayout prepareLayout(std::shared_ptr<const PictureGraph> graph,
                                           const LayoutOptions& options);

/// Reads dot's answer, or makes the built-in layout and says why. `outcome` is ignored if `dot` was not to be
/// asked.
[[nodiscard]] LayoutResult completeLayout(const PreparedLayout& prepared, const DotOutcome& outcome);

}  // namespace loomscope
