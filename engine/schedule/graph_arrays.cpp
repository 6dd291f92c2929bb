// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/graph_arrays.h"

#include "engine/graph/cell.h"

#include <algorithm>

namespace loomscope {

ArgumentNodes argumentNodes(const Graph& graph) {
    const std::size_t numNodes = graph.numNodes();
    ArgumentNodes result;
    result.first.reserve(numNodes + 1);
    result.nodes.reserve(2 * numNodes);
    for (std::size_t node = 0; node < numNodes; ++node) {
        result.first.push_back(static_cast<std::uint32_t>(result.nodes.size()));
        for (const ValueId argument : graph.arguments(NodeId(node))) {
            const NodeId producer = graph.value(argument).producer;
            if (producer.isValid()) {
                result.nodes.push_back(producer.index());
            }
        }
    }
    result.first.push_back(static_cast<std::uint32_t>(result.nodes.size()));
    return result;
}

UsedSignatures usedSignatures(const Graph& graph) {
    constexpr std::uint32_t kUnseen = 0xFFFFFFFF;
    std::vector<std::uint32_t> numberOf(graph.signatures()->size(), kUnseen);
    UsedSignatures result;
    result.ofNode.reserve(graph.numNodes());
    for (const Node& node : graph.nodes()) {
        std::uint32_t& number = numberOf[node.signature.index()];
        if (number == kUnseen) {
            number = static_cast<std::uint32_t>(result.ids.size());
            result.ids.push_back(node.signature);
        }
        result.ofNode.push_back(number);
    }
    return result;
}

NodesByDepth nodesByDepth(const Graph& graph) {
    NodesByDepth result;
    result.first.assign(largestDepth(graph) + std::size_t{2}, 0);
    for (const Node& node : graph.nodes()) {
        ++result.first[node.depth + 1];
    }
    for (std::size_t depth = 1; depth < result.first.size(); ++depth) {
        result.first[depth] += result.first[depth - 1];
    }
    std::vector<std::uint32_t> next = result.first;
    result.nodes.resize(graph.numNodes());
    for (std::uint32_t node = 0; node < result.nodes.size(); ++node) {
        result.nodes[next[graph.nodes()[node].depth]++] = node;
    }
    return result;
}

std::uint32_t largestDepth(const Graph& graph) {
    std::uint32_t depth = 0;
    for (const Node& node : graph.nodes()) {
        depth = std::max(depth, node.depth);
    }
    return depth;
}

std::string_view signatureName(const SignatureTable& table, SignatureId id) {
    const SignatureKey& key = table.key(id);
    return key.cell != nullptr ? std::string_view(key.cell->name()) : opInfo(key.op).name;
}

}  // namespace loomscope
