// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/graph_arrays.h"
#include "engine/schedule/schedule.h"

#include <fmt/format.h>

namespace loomscope {

namespace {

constexpr std::uint32_t kNoBatch = 0xFFFFFFFF;

tl::unexpected<Error> invalid(std::string message) {
    return fail(ErrorCode::kInvalid, std::move(message));
}

/// Fills `batchOf`, by node, from one batch.
Result<void> enterBatch(const Graph& graph, const Schedule& schedule, std::uint32_t number,
                        std::vector<std::uint32_t>& batchOf) {
    const Batch& batch = schedule.batches[number];
    if (batch.size == 0) {
        return invalid(fmt::format("batch {} is empty", number));
    }
    if (std::uint64_t{batch.first} + batch.size > schedule.nodes.size()) {
        return invalid(
            fmt::format("batch {} ends behind the schedule's {} nodes", number, schedule.nodes.size()));
    }
    for (const NodeId node : schedule.nodesOf(batch)) {
        if (node.index() >= graph.numNodes()) {
            return invalid(fmt::format("batch {} has node {}, but the graph has {} nodes", number,
                                       node.index(), graph.numNodes()));
        }
        if (graph.node(node).signature != batch.signature) {
            return invalid(fmt::format("node {} ({}) in batch {} has another signature than the batch",
                                       node.index(), graph.name(node), number));
        }
        if (batchOf[node.index()] != kNoBatch) {
            return invalid(fmt::format("node {} ({}) is in batch {} and again in batch {}", node.index(),
                                       graph.name(node), batchOf[node.index()], number));
        }
        batchOf[node.index()] = number;
    }
    return {};
}

Result<void> checkOrder(const Graph& graph, const std::vector<std::uint32_t>& batchOf) {
    const ArgumentNodes arguments = argumentNodes(graph);
    for (std::size_t node = 0; node < batchOf.size(); ++node) {
        if (batchOf[node] == kNoBatch) {
            return invalid(fmt::format("node {} ({}) is in no batch", node, graph.name(NodeId(node))));
        }
        for (const std::uint32_t argument : arguments.of(node)) {
            if (batchOf[argument] >= batchOf[node]) {
                return invalid(fmt::format("node {} ({}) in batch {} needs node {}, which is in batch {}",
                                           node, graph.name(NodeId(node)), batchOf[node], argument,
                                           batchOf[argument]));
            }
        }
    }
    return {};
}

}  // namespace

Result<void> checkSchedule(const Graph& graph, const Schedule& schedule) {
    std::vector<std::uint32_t> batchOf(graph.numNodes(), kNoBatch);
    for (std::uint32_t number = 0; number < schedule.batches.size(); ++number) {
        LOOM_TRY_VOID(enterBatch(graph, schedule, number, batchOf));
    }
    LOOM_TRY_VOID(checkOrder(graph, batchOf));
    if (schedule.nodes.size() != graph.numNodes()) {
        return invalid(fmt::format("the schedule lists {} nodes, but the graph has {}", schedule.nodes.size(),
                                   graph.numNodes()));
    }
    for (const PassThrough& row : schedule.passThrough) {
        const NodeId producer =
            row.value.index() < graph.numValues() ? graph.value(row.value).producer : NodeId();
        if (!producer.isValid() || graph.node(producer).depth >= row.depth) {
            return invalid(fmt::format("value {} is passed through at depth {}, but isn't made above it",
                                       row.value.index(), row.depth));
        }
    }
    return {};
}

}  // namespace loomscope
