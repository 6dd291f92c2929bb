// SPDX-License-Identifier: GPL-3.0-or-later
#include "viz/core/layer_graph.h"

#include <algorithm>
#include <limits>

namespace loomscope {
namespace {

constexpr double kBendWidth = 4.0;

std::vector<std::int32_t> longestPathRanks(const LayoutPart& part) {
    const std::size_t numBoxes = part.sizes.size();
    std::vector<std::vector<std::int32_t>> sources(numBoxes);
    for (const PictureEdge& edge : part.edges) {
        sources[static_cast<std::size_t>(edge.to)].push_back(edge.from);
    }
    std::vector<std::int32_t> rank(numBoxes, 0);
    for (std::size_t box = 0; box < numBoxes; ++box) {
        for (const std::int32_t source : sources[box]) {
            rank[box] = std::max(rank[box], rank[static_cast<std::size_t>(source)] + 1);
        }
    }
    std::vector<std::int32_t> firstUser(numBoxes, std::numeric_limits<std::int32_t>::max());
    for (const PictureEdge& edge : part.edges) {
        auto& user = firstUser[static_cast<std::size_t>(edge.from)];
        user = std::min(user, rank[static_cast<std::size_t>(edge.to)]);
    }
    for (std::size_t box = 0; box < numBoxes; ++box) {
        if (sources[box].empty() && firstUser[box] != std::numeric_limits<std::int32_t>::max()) {
            rank[box] = firstUser[box] - 1;
        }
    }
    return rank;
}

/// Splits edges into links of one rank each, through bends; leaves edges whole where that would be too many.
std::vector<Adjacency::Link> addBends(const LayoutPart& part, LayerGraph& graph) {
    std::int64_t numBends = 0;
    for (const PictureEdge& edge : part.edges) {
        numBends += graph.rank[static_cast<std::size_t>(edge.to)] -
                    graph.rank[static_cast<std::size_t>(edge.from)] - 1;
    }
    const bool isBending = numBends <= 4 * static_cast<std::int64_t>(part.sizes.size()) + 2000;
    std::vector<Adjacency::Link> links;
    graph.bendsOfEdge.resize(part.edges.size());
    for (std::size_t e = 0; e < part.edges.size(); ++e) {
        const PictureEdge& edge = part.edges[e];
        const std::int32_t last = graph.rank[static_cast<std::size_t>(edge.to)];
        std::int32_t vertex = edge.from;
        std::int32_t rank = graph.rank[static_cast<std::size_t>(edge.from)];
        if (rank + 1 < last && !isBending) {
            continue;
        }
        while (++rank < last) {
            const auto bend = static_cast<std::int32_t>(graph.rank.size());
            graph.rank.push_back(rank);
            graph.width.push_back(kBendWidth);
            graph.bendsOfEdge[e].push_back(bend);
            links.push_back({vertex, bend});
            vertex = bend;
        }
        links.push_back({vertex, edge.to});
    }
    return links;
}

/// Walks from each end against the arrows and lists vertices as they are finished: subtrees stay together.
std::vector<std::int32_t> walkOrder(const LayerGraph& graph) {
    struct Visit {
        std::int32_t vertex;
        std::size_t next;
    };
    const std::size_t numVertices = graph.rank.size();
    std::vector<bool> isSeen(numVertices, false);
    std::vector<std::int32_t> order;
    std::vector<Visit> stack;
    for (std::size_t root = 0; root < numVertices; ++root) {
        const auto rootVertex = static_cast<std::int32_t>(root);
        if (!graph.below.of(rootVertex).empty() || isSeen[root]) {
            continue;
        }
        isSeen[root] = true;
        stack.push_back({rootVertex, 0});
        while (!stack.empty()) {
            Visit& visit = stack.back();
            const auto sources = graph.above.of(visit.vertex);
            if (visit.next == sources.size()) {
                order.push_back(visit.vertex);
                stack.pop_back();
                continue;
            }
            const std::int32_t source = sources[visit.next++];
            if (!isSeen[static_cast<std::size_t>(source)]) {
                isSeen[static_cast<std::size_t>(source)] = true;
                stack.push_back({source, 0});
            }
        }
    }
    return order;
}

}  // namespace

Adjacency::Adjacency(std::size_t numVertices, std::span<const Link> links)
    : first_(numVertices + 1, 0), targets_(links.size()) {
    for (const Link& link : links) {
        ++first_[static_cast<std::size_t>(link.from) + 1];
    }
    for (std::size_t v = 0; v < numVertices; ++v) {
        first_[v + 1] += first_[v];
    }
    std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
    for (const Link& link : links) {
        targets_[next[static_cast<std::size_t>(link.from)]++] = link.to;
    }
}

LayerGraph layerGraph(const LayoutPart& part) {
    LayerGraph graph;
    graph.numBoxes = part.sizes.size();
    graph.rank = longestPathRanks(part);
    for (const Size& size : part.sizes) {
        graph.width.push_back(size.width);
    }
    std::vector<Adjacency::Link> links = addBends(part, graph);
    const std::size_t numVertices = graph.rank.size();
    graph.below = Adjacency(numVertices, links);
    for (Adjacency::Link& link : links) {
        std::swap(link.from, link.to);
    }
    graph.above = Adjacency(numVertices, links);
    graph.layers.resize(static_cast<std::size_t>(*std::max_element(graph.rank.begin(), graph.rank.end())) +
                        1);
    for (const std::int32_t vertex : walkOrder(graph)) {
        graph.layers[static_cast<std::size_t>(graph.rank[static_cast<std::size_t>(vertex)])].push_back(
            vertex);
    }
    return graph;
}

}  // namespace loomscope
