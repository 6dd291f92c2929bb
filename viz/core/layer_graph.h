// SPDX-License-Identifier: GPL-3.0-or-later
// The working form of the layered layout: boxes and bends in ranks, joined by edges between neighbouring
// ranks.
#pragma once

#include "viz/core/placement.h"

#include <cstdint>
#include <span>
#include <vector>

namespace loomscope {

/// Neighbour lists of vertices, flat.
class Adjacency {
public:
    struct Link {
        std::int32_t from = 0;
        std::int32_t to = 0;
    };
    Adjacency() = default;
    Adjacency(std::size_t numVertices, std::span<const Link> links);
    [[nodiscard]] std::span<const std::int32_t> of(std::int32_t vertex) const {
        const auto v = static_cast<std::size_t>(vertex);
        return std::span(targets_).subspan(first_[v], first_[v + 1] - first_[v]);
    }

private:
    std::vector<std::size_t> first_;
    std::vector<std::int32_t> targets_;
};

/// Vertices 0 … n−1 are the boxes, then come bends.
struct LayerGraph {
    std::size_t numBoxes = 0;
    std::vector<std::int32_t> rank;
    std::vector<double> width;
    Adjacency above;                                     ///< neighbours one rank lower: where edges come from
    Adjacency below;                                     ///< neighbours one rank higher: where edges go
    std::vector<std::vector<std::int32_t>> layers;       ///< vertices of each rank, from left to right
    std::vector<std::vector<std::int32_t>> bendsOfEdge;  ///< by edge

    [[nodiscard]] bool isBend(std::int32_t vertex) const {
        return static_cast<std::size_t>(vertex) >= numBoxes;
    }
};

/// Ranks boxes by longest path, puts inputs next to their first user, and adds bends. Layers are in a first
/// order that keeps together what is used together.
[[nodiscard]] LayerGraph layerGraph(const LayoutPart& part);

/// Reorders the layers to have few crossings.
void orderLayers(LayerGraph& graph);

/// Places vertices without overlap, as near to their neighbours as their order allows.
[[nodiscard]] std::vector<double> placeLayers(const LayerGraph& graph);

}  // namespace loomscope
