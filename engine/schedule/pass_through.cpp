// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/pass_through.h"

#include "engine/schedule/graph_arrays.h"

#include <algorithm>

namespace loomscope {

namespace {

/// By value: the depth of its node; for parameters and formals, which have no rows, a depth below all.
std::vector<std::uint32_t> depthsOfValues(const Graph& graph) {
    std::vector<std::uint32_t> depths(graph.numValues(), 0xFFFFFFFF);
    for (const Node& node : graph.nodes()) {
        std::fill_n(depths.begin() + node.firstOutput.index(), node.numOutputs, node.depth);
    }
    return depths;
}

/// Calls visit(value, depth) for each row that a call or an output reads, in the order of the calls.
template <class Visit>
void visitReads(const Graph& graph, std::span<const ValueId> outputs, std::uint32_t deepest, Visit visit) {
    for (std::size_t node = 0; node < graph.numNodes(); ++node) {
        const std::uint32_t depth = graph.nodes()[node].depth;
        for (const ValueId argument : graph.arguments(NodeId(node))) {
            visit(argument, depth - 1);  // a node with arguments has a depth of 1 or more
        }
    }
    for (const ValueId value : outputs) {
        visit(value, deepest);
    }
}

/// By depth: the position of its first row, if each value has rows from `made` (exclusive) to `needed`; at
/// the end their number.
std::vector<std::size_t> firstRows(std::span<const std::uint32_t> made, std::span<const std::uint32_t> needed,
                                   std::uint32_t deepest) {
    std::vector<std::ptrdiff_t> change(deepest + std::size_t{2}, 0);
    for (std::size_t value = 0; value < made.size(); ++value) {
        if (needed[value] > made[value]) {
            ++change[made[value] + 1];
            --change[needed[value] + 1];
        }
    }
    std::vector<std::size_t> first;
    std::ptrdiff_t atDepth = 0;
    std::size_t position = 0;
    for (const std::ptrdiff_t step : change) {
        first.push_back(position);
        atDepth += step;
        position += static_cast<std::size_t>(atDepth);
    }
    return first;
}

}  // namespace

std::vector<ValueId> unreadValues(const Graph& graph) {
    std::vector<char> isRead(graph.numValues(), 0);
    for (std::size_t node = 0; node < graph.numNodes(); ++node) {
        for (const ValueId argument : graph.arguments(NodeId(node))) {
            isRead[argument.index()] = 1;
        }
    }
    std::vector<ValueId> result;
    for (std::size_t value = 0; value < isRead.size(); ++value) {
        if (isRead[value] == 0 && graph.value(ValueId(value)).producer.isValid()) {
            result.emplace_back(value);
        }
    }
    return result;
}

std::vector<PassThrough> passThroughRows(const Graph& graph) {
    const std::vector<ValueId> outputs = unreadValues(graph);
    const std::uint32_t deepest = largestDepth(graph);
    std::vector<std::uint32_t> reached = depthsOfValues(graph);
    std::vector<std::uint32_t> needed = reached;
    visitReads(graph, outputs, deepest, [&needed](ValueId value, std::uint32_t depth) {
        needed[value.index()] = std::max(needed[value.index()], depth);
    });
    std::vector<std::size_t> next = firstRows(reached, needed, deepest);
    std::vector<PassThrough> rows(next.back());
    visitReads(graph, outputs, deepest, [&](ValueId value, std::uint32_t depth) {
        for (std::uint32_t& at = reached[value.index()]; at < depth;) {
            ++at;
            rows[next[at]++] = {.depth = at, .value = value};
        }
    });
    return rows;
}

}  // namespace loomscope
