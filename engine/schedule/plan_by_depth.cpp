// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/plan_by_depth.h"

#include "engine/schedule/graph_arrays.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace loomscope {

namespace {

constexpr std::uint32_t kNone = 0xFFFFFFFF;

/// Nodes of one signature at one depth. The groups of a depth form a list.
struct DepthGroup {
    SignatureId signature;
    std::uint32_t next = kNone;
    std::uint32_t size = 0;
    std::uint32_t place = 0;  ///< of its next node in the schedule
};

struct DepthGroups {
    std::vector<std::uint32_t> first;  ///< by depth
    std::vector<DepthGroup> groups;
    std::vector<std::uint32_t> ofNode;
};

DepthGroups groupNodes(const Graph& graph) {
    DepthGroups result;
    result.ofNode.reserve(graph.numNodes());
    for (const Node& node : graph.nodes()) {
        if (node.depth >= result.first.size()) {
            result.first.resize(node.depth + std::size_t{1}, kNone);
        }
        std::uint32_t group = result.first[node.depth];
        while (group != kNone && result.groups[group].signature != node.signature) {
            group = result.groups[group].next;
        }
        if (group == kNone) {
            group = static_cast<std::uint32_t>(result.groups.size());
            result.groups.push_back(
                {.signature = node.signature, .next = std::exchange(result.first[node.depth], group)});
        }
        ++result.groups[group].size;
        result.ofNode.push_back(group);
    }
    return result;
}

}  // namespace

bool comesBefore(const SignatureTable& table, SignatureId a, SignatureId b) {
    const int order = signatureName(table, a).compare(signatureName(table, b));
    return order != 0 ? order < 0 : a < b;
}

Schedule planByDepth(const Graph& graph) {
    DepthGroups groups = groupNodes(graph);
    const SignatureTable& table = *graph.signatures();
    Schedule schedule;
    schedule.batches.reserve(groups.groups.size());
    std::vector<std::uint32_t> level;
    std::uint32_t place = 0;
    for (const std::uint32_t first : groups.first) {
        level.clear();
        for (std::uint32_t group = first; group != kNone; group = groups.groups[group].next) {
            level.push_back(group);
        }
        std::ranges::sort(level, [&](std::uint32_t a, std::uint32_t b) {
            return comesBefore(table, groups.groups[a].signature, groups.groups[b].signature);
        });
        for (const std::uint32_t index : level) {
            DepthGroup& group = groups.groups[index];
            schedule.batches.push_back({.signature = group.signature, .first = place, .size = group.size});
            group.place = std::exchange(place, place + group.size);
        }
    }
    schedule.nodes.resize(graph.numNodes());
    for (std::uint32_t node = 0; node < groups.ofNode.size(); ++node) {
        schedule.nodes[groups.groups[groups.ofNode[node]].place++] = NodeId(node);
    }
    return schedule;
}

}  // namespace loomscope
