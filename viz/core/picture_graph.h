// SPDX-License-Identifier: GPL-3.0-or-later
// What is drawn of a graph: nodes with their texts and colours, merged edges. Knows nothing of places.
#pragma once

#include "engine/graph/graph.h"
#include "viz/core/op_category.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace loomscope {

/// One box. Its id is its position in PictureGraph::nodes.
struct PictureNode {
    enum class Kind : std::uint8_t { kNode, kParameter, kFormal };
    Kind kind = Kind::kNode;
    NodeId source;        ///< the graph's node; invalid for parameters and formal inputs
    std::string label;    ///< first line: op or cell name
    std::string caption;  ///< second line: shapes, and the word or atom where there is one
    std::string detail;  ///< several lines for tool tips and inspectors: arguments, parameters, depth, origin
    OpCategory category = OpCategory::kInput;
    int colorSlot = 0;
    std::uint32_t depth = 0;
    Origin origin;
};

/// An arrow from an argument's producer to its user; `count` uses merged into one.
struct PictureEdge {
    std::int32_t from = 0;
    std::int32_t to = 0;
    std::int32_t count = 1;

    bool operator==(const PictureEdge&) const = default;
};

/// One line of the legend.
struct LegendEntry {
    std::string text;
    int colorSlot = 0;
    std::int64_t count = 0;  ///< nodes

    bool operator==(const LegendEntry&) const = default;
};

/// Nodes in topological order; edges sorted by (from, to), no two alike.
struct PictureGraph {
    std::vector<PictureNode> nodes;
    std::vector<PictureEdge> edges;
    std::vector<LegendEntry> legend;
};

/// Whether shared parameters are boxes of their own or only named in the nodes' details.
enum class ParameterBoxes : std::uint8_t { kHidden, kShown };

struct PictureOptions {
    ParameterBoxes parameters = ParameterBoxes::kHidden;
    /// Name of a parameter; without it parameters are numbered.
    std::function<std::string(ParameterId)> parameterName;
    /// The word, atom … that an origin stands for; may return an empty text.
    std::function<std::string(const Origin&)> originText;
};

/// Makes what is drawn of `graph`. Ids of nodes equal NodeId indices unless there are formal inputs or
/// parameter boxes; use PictureNode::source. Cost: O(nodes + edges · log of the largest argument list).
[[nodiscard]] PictureGraph pictureGraph(const Graph& graph, const PictureOptions& options = {});

}  // namespace loomscope
