// SPDX-License-Identifier: GPL-3.0-or-later
// Graphs and schedules as text for other programs.
#pragma once

#include "engine/schedule/schedule.h"
#include "viz/core/graph_layout.h"
#include "viz/core/picture_graph.h"

#include <string>

namespace loomscope {

/// For Graphviz, with labels and colours.
[[nodiscard]] std::string graphDot(const PictureGraph& graph, LayoutDirection direction);
/// {"nodes": [{"id", "name", "shapes", "depth", "example", "part", "parameters", …}], "edges": [[from, to],
/// …]}. One edge a (producer, user) pair, in argument order with repeats.
[[nodiscard]] std::string graphJson(const Graph& graph, const PictureOptions& options);
/// {"nodes", "batches", …, "schedule": [{"batch", "name", "signature", "size", "depth", "nodes"}],
/// "pass_through": …}.
[[nodiscard]] std::string scheduleJson(const Graph& graph, const Schedule& schedule);
/// batch,name,size,min_depth,max_depth,signature,nodes: a line a batch.
[[nodiscard]] std::string scheduleCsv(const Graph& graph, const Schedule& schedule);

}  // namespace loomscope
