// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/pass_through.h"

#include "engine/schedule/graph_arrays.h"

#include <algorithm>

namespace loomscope {

namespace {

/// Carries values down, row by row, in the order of the calls.
class Carrier {
public:
    explicit Carrier(const Graph& graph) : graph_(graph), reached_(graph.numValues(), 0) {}

    /// Makes sure that `value` has a row at `depth`.
    void carry(ValueId value, std::uint32_t depth) {
        const NodeId producer = graph_.value(value).producer;
        if (!producer.isValid()) {
            return;
        }
        std::uint32_t& reached = reached_[value.index()];
        reached = std::max(reached, graph_.node(producer).depth);
        while (reached < depth) {
            rows_.push_back({.depth = ++reached, .value = value});
        }
    }

    [[nodiscard]] std::vector<PassThrough> takeRows() { return std::move(rows_); }

private:
    const Graph& graph_;
    std::vector<std::uint32_t> reached_;  // by value: its deepest row so far
    std::vector<PassThrough> rows_;
};

std::vector<PassThrough> sortedByDepth(const std::vector<PassThrough>& rows, std::uint32_t largest) {
    std::vector<std::size_t> first(largest + std::size_t{2}, 0);
    for (const PassThrough& row : rows) {
        ++first[row.depth + 1];
    }
    for (std::size_t depth = 1; depth < first.size(); ++depth) {
        first[depth] += first[depth - 1];
    }
    std::vector<PassThrough> sorted(rows.size());
    for (const PassThrough& row : rows) {
        sorted[first[row.depth]++] = row;
    }
    return sorted;
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
    Carrier carrier(graph);
    for (std::size_t i = 0; i < graph.numNodes(); ++i) {
        const std::uint32_t depth = graph.nodes()[i].depth;
        for (const ValueId argument : graph.arguments(NodeId(i))) {
            carrier.carry(argument, depth - 1);  // a node with row arguments has a depth of 1 or more
        }
    }
    const std::uint32_t deepest = largestDepth(graph);
    for (const ValueId value : unreadValues(graph)) {
        carrier.carry(value, deepest);
    }
    return sortedByDepth(carrier.takeRows(), deepest);
}

}  // namespace loomscope
