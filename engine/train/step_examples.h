// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/data/dataset.h"
#include "engine/graph/graph.h"

#include <cstdint>
#include <span>
#include <string>

namespace loomscope {

/// Which examples a minibatch was built from, for messages about its nodes.
struct StepExamples {
    const Dataset& dataset;
    std::span<const std::int64_t> indices;

    /// " (record 12, part 4)": the example that a node was made for; empty if it belongs to none.
    [[nodiscard]] std::string textOf(const Graph& graph, NodeId node) const;
};

}  // namespace loomscope
