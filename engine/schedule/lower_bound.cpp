// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/graph_arrays.h"
#include "engine/schedule/schedule.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace loomscope {

namespace {

/// Signatures counted in one pass over the graph: one cache line a node.
constexpr std::size_t kLanes = 16;
using Lanes = std::array<std::uint32_t, kLanes>;

void raise(Lanes& most, const Lanes& other) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
        most[lane] = std::max(most[lane], other[lane]);
    }
}

}  // namespace

std::int64_t lowerBound(const Graph& graph) {
    const ArgumentNodes arguments = argumentNodes(graph);
    const UsedSignatures signatures = usedSignatures(graph);
    std::vector<Lanes> mostAbove(graph.numNodes());  // on a path that ends at the node
    std::int64_t bound = 0;
    for (std::size_t firstLane = 0; firstLane < signatures.ids.size(); firstLane += kLanes) {
        Lanes most{};
        for (std::size_t node = 0; node < mostAbove.size(); ++node) {
            Lanes here{};
            for (const std::uint32_t argument : arguments.of(node)) {
                raise(here, mostAbove[argument]);
            }
            const std::size_t lane = signatures.ofNode[node] - firstLane;  // wraps round below firstLane
            if (lane < kLanes) {
                ++here[lane];
            }
            raise(most, here);
            mostAbove[node] = here;
        }
        bound += std::accumulate(most.begin(), most.end(), std::int64_t{0});
    }
    return bound;
}

std::int64_t longestPath(const Graph& graph) {
    const ArgumentNodes arguments = argumentNodes(graph);
    std::vector<std::int64_t> longest(graph.numNodes(), 1);
    for (std::size_t node = 0; node < longest.size(); ++node) {
        for (const std::uint32_t argument : arguments.of(node)) {
            longest[node] = std::max(longest[node], longest[argument] + 1);
        }
    }
    return longest.empty() ? 0 : *std::ranges::max_element(longest);
}

}  // namespace loomscope
