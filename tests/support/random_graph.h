// SPDX-License-Identifier: GPL-3.0-or-later
// Graphs of no meaning, for properties that must hold for any graph.
#pragma once

#include "engine/base/rng.h"
#include "engine/graph/graph.h"

#include <memory>

namespace loomscope {

/// Returns a graph of `numNodes` nodes: inputs, table rows, elementwise ops, products of shared weights,
/// attributes that differ, lists of any length, and calls of a cell with two outputs. Some values nobody
/// reads; some are read often.
[[nodiscard]] Graph randomGraph(Rng& rng, std::size_t numNodes);

}  // namespace loomscope
