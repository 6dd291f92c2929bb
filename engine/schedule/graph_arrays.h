// SPDX-License-Identifier: Apache-2.0
// Flat arrays over a graph, by dense node number: what the schedulers walk instead of node records.
#pragma once

#include "engine/graph/graph.h"

#include <cstdint>
#include <span>
#include <vector>

namespace loomscope {

/// For each node the nodes that make its arguments, in argument order. Parameters and formal inputs are left
/// out.
struct ArgumentNodes {
    std::vector<std::uint32_t> first;  ///< by node, and one more: the end
    std::vector<std::uint32_t> nodes;

    [[nodiscard]] std::span<const std::uint32_t> of(std::size_t node) const {
        return std::span(nodes).subspan(first[node], first[node + 1] - first[node]);
    }
};
[[nodiscard]] ArgumentNodes argumentNodes(const Graph& graph);

/// The signatures that a graph uses, numbered 0 … by their first node.
struct UsedSignatures {
    std::vector<std::uint32_t> ofNode;
    std::vector<SignatureId> ids;
};
/// Cost: linear in nodes plus the size of the graph's signature table.
[[nodiscard]] UsedSignatures usedSignatures(const Graph& graph);

/// Nodes sorted by depth, and by number within a depth.
struct NodesByDepth {
    std::vector<std::uint32_t> first;  ///< by depth 0 … largest, and one more: the end
    std::vector<std::uint32_t> nodes;

    [[nodiscard]] std::span<const std::uint32_t> at(std::size_t depth) const {
        return std::span(nodes).subspan(first[depth], first[depth + 1] - first[depth]);
    }
};
/// Linear.
[[nodiscard]] NodesByDepth nodesByDepth(const Graph& graph);

/// The largest depth of a node; 0 for an empty graph.
[[nodiscard]] std::uint32_t largestDepth(const Graph& graph);

/// The name of a signature's op or cell.
[[nodiscard]] std::string_view signatureName(const SignatureTable& table, SignatureId id);

}  // namespace loomscope
