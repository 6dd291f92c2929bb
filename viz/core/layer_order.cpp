// SPDX-License-Identifier: GPL-3.0-or-later
#include "viz/core/layer_graph.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace loomscope {
namespace {

using Layers = std::vector<std::vector<std::int32_t>>;

std::vector<std::int32_t> positions(const LayerGraph& graph) {
    std::vector<std::int32_t> position(graph.rank.size(), 0);
    for (const auto& layer : graph.layers) {
        for (std::size_t i = 0; i < layer.size(); ++i) {
            position[static_cast<std::size_t>(layer[i])] = static_cast<std::int32_t>(i);
        }
    }
    return position;
}

/// Crossings between neighbouring layers, counted as inversions with a binary indexed tree.
std::int64_t countCrossings(const LayerGraph& graph) {
    const std::vector<std::int32_t> position = positions(graph);
    std::int64_t crossings = 0;
    std::vector<std::int64_t> tree;
    std::vector<std::int32_t> ends;
    for (std::size_t rank = 0; rank + 1 < graph.layers.size(); ++rank) {
        const std::size_t width = graph.layers[rank + 1].size();
        tree.assign(width + 1, 0);
        std::int64_t total = 0;
        for (const std::int32_t vertex : graph.layers[rank]) {
            ends.clear();
            for (const std::int32_t target : graph.below.of(vertex)) {
                ends.push_back(position[static_cast<std::size_t>(target)]);
            }
            for (const std::int32_t end : ends) {
                std::int64_t before = 0;
                for (auto i = static_cast<std::size_t>(end) + 1; i > 0; i -= i & (~i + 1)) {
                    before += tree[i];
                }
                crossings += total - before;
            }
            for (const std::int32_t end : ends) {
                for (auto i = static_cast<std::size_t>(end) + 1; i <= width; i += i & (~i + 1)) {
                    ++tree[i];
                }
                ++total;
            }
        }
    }
    return crossings;
}

/// Sorts a layer by the mean position of its neighbours; vertices without any keep their place.
void sortByBarycentre(std::vector<std::int32_t>& layer, const Adjacency& neighbours,
                      std::vector<std::int32_t>& position) {
    std::vector<std::pair<double, std::int32_t>> keys;
    keys.reserve(layer.size());
    for (const std::int32_t vertex : layer) {
        const auto list = neighbours.of(vertex);
        double sum = 0.0;
        for (const std::int32_t neighbour : list) {
            sum += position[static_cast<std::size_t>(neighbour)];
        }
        keys.emplace_back(list.empty() ? position[static_cast<std::size_t>(vertex)]
                                       : sum / static_cast<double>(list.size()),
                          vertex);
    }
    std::stable_sort(keys.begin(), keys.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t i = 0; i < keys.size(); ++i) {
        layer[i] = keys[i].second;
        position[static_cast<std::size_t>(layer[i])] = static_cast<std::int32_t>(i);
    }
}

}  // namespace

void orderLayers(LayerGraph& graph) {
    const int numSweeps = graph.rank.size() > 20000 ? 2 : 8;
    std::int64_t fewest = countCrossings(graph);
    Layers best = graph.layers;
    std::vector<std::int32_t> position = positions(graph);
    for (int sweep = 0; sweep < numSweeps && fewest > 0; ++sweep) {
        if (sweep % 2 == 0) {
            for (std::size_t rank = 1; rank < graph.layers.size(); ++rank) {
                sortByBarycentre(graph.layers[rank], graph.above, position);
            }
        } else {
            for (std::size_t rank = graph.layers.size() - 1; rank-- > 0;) {
                sortByBarycentre(graph.layers[rank], graph.below, position);
            }
        }
        if (const std::int64_t crossings = countCrossings(graph); crossings < fewest) {
            fewest = crossings;
            best = graph.layers;
        }
    }
    graph.layers = std::move(best);
}

}  // namespace loomscope
