// SPDX-License-Identifier: GPL-3.0-or-later
#include "viz/core/layer_graph.h"

#include <cstddef>

namespace loomscope {
namespace {

constexpr double kBendWeight = 4.0;  // long edges rather straight than boxes centred

/// A run of vertices that touch, and where their first one would like to stand.
struct Block {
    double weight = 0.0;
    double weighted = 0.0;  // sum of weight · (wish − offset in the layer)
    std::size_t count = 0;

    [[nodiscard]] double place() const { return weighted / weight; }
};

/// Moves the vertices of one layer to the places with the least squared distance from their wishes that keep
/// order and gaps: isotonic regression by pooling neighbours that violate the order.
void settle(const LayerGraph& graph, const std::vector<std::int32_t>& layer, const std::vector<double>& wish,
            std::vector<double>& x) {
    std::vector<double> offset(layer.size(), 0.0);
    std::vector<Block> blocks;
    for (std::size_t i = 0; i < layer.size(); ++i) {
        const auto vertex = static_cast<std::size_t>(layer[i]);
        if (i > 0) {
            const auto left = static_cast<std::size_t>(layer[i - 1]);
            offset[i] = offset[i - 1] + (graph.width[left] + graph.width[vertex]) / 2 + kNodeGap;
        }
        const double weight = graph.isBend(layer[i]) ? kBendWeight : 1.0;
        blocks.push_back({weight, weight * (wish[vertex] - offset[i]), 1});
        while (blocks.size() > 1 && blocks[blocks.size() - 2].place() >= blocks.back().place()) {
            const Block last = blocks.back();
            blocks.pop_back();
            blocks.back().weight += last.weight;
            blocks.back().weighted += last.weighted;
            blocks.back().count += last.count;
        }
    }
    std::size_t i = 0;
    for (const Block& block : blocks) {
        for (std::size_t k = 0; k < block.count; ++k, ++i) {
            x[static_cast<std::size_t>(layer[i])] = block.place() + offset[i];
        }
    }
}

enum class Side { kAbove, kBelow, kBoth };

void settleLayer(const LayerGraph& graph, const std::vector<std::int32_t>& layer, Side side,
                 std::vector<double>& wish, std::vector<double>& x) {
    for (const std::int32_t vertex : layer) {
        double sum = 0.0;
        std::size_t count = 0;
        const auto add = [&](std::span<const std::int32_t> neighbours) {
            for (const std::int32_t neighbour : neighbours) {
                sum += x[static_cast<std::size_t>(neighbour)];
            }
            count += neighbours.size();
        };
        if (side != Side::kBelow) {
            add(graph.above.of(vertex));
        }
        if (side != Side::kAbove) {
            add(graph.below.of(vertex));
        }
        const auto v = static_cast<std::size_t>(vertex);
        wish[v] = count == 0 ? x[v] : sum / static_cast<double>(count);
    }
    settle(graph, layer, wish, x);
}

}  // namespace

std::vector<double> placeLayers(const LayerGraph& graph) {
    std::vector<double> x(graph.rank.size(), 0.0);
    std::vector<double> wish(graph.rank.size(), 0.0);
    for (const auto& layer : graph.layers) {
        settle(graph, layer, wish, x);
    }
    constexpr int kNumRounds = 6;
    for (int round = 0; round < kNumRounds; ++round) {
        for (std::size_t rank = 1; rank < graph.layers.size(); ++rank) {
            settleLayer(graph, graph.layers[rank], Side::kAbove, wish, x);
        }
        for (std::size_t rank = graph.layers.size() - 1; rank-- > 0;) {
            settleLayer(graph, graph.layers[rank], Side::kBelow, wish, x);
        }
    }
    for (const auto& layer : graph.layers) {
        settleLayer(graph, layer, Side::kBoth, wish, x);
    }
    return x;
}

}  // namespace loomscope
