// SPDX-License-Identifier: GPL-3.0-or-later
// Graphs of binary Tree-LSTMs (Tai et al., 2015), written down to single nodes, for schedulers and their
// benchmarks.
#pragma once

#include "engine/base/rng.h"
#include "engine/graph/cell.h"
#include "engine/graph/graph.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace loomscope {

/// A binary tree: children before their parent, the root last.
struct BinaryTree {
    struct Node {
        std::int32_t left = -1;  ///< −1 for a leaf
        std::int32_t right = -1;
    };
    std::vector<Node> nodes;
};

/// ((1 2) 3) 4 …
[[nodiscard]] BinaryTree leftChain(std::int32_t numLeaves);
/// Halves, the left one larger by one if need be.
[[nodiscard]] BinaryTree balancedTree(std::int32_t numLeaves);
/// Each split point equally likely, as in Fold's benchmark.
[[nodiscard]] BinaryTree randomTree(std::int32_t numLeaves, Rng& rng);

/// A Tree-LSTM without numbers: leaf, pair and, if wanted, a loss at each node.
class TreeLstmGraphs {
public:
    enum class Granularity : std::uint8_t { kCells, kOps };
    enum class Losses : std::uint8_t { kNone, kEachNode };

    explicit TreeLstmGraphs(std::int32_t embed = 8, std::int32_t hidden = 4);

    /// An empty graph; all of one object share a signature table.
    [[nodiscard]] Graph newGraph() const { return Graph(signatures_); }
    /// Adds a tree to a graph of newGraph().
    void add(Graph& graph, const BinaryTree& tree, Granularity granularity, Losses losses) const;

private:
    struct State {
        ValueId h;
        ValueId c;
    };
    State leaf(Graph& graph) const;
    State pair(Graph& graph, State left, State right) const;
    ValueId loss(Graph& graph, ValueId h) const;
    void addCells(Graph& graph, const BinaryTree& tree, Losses losses) const;
    void addOps(Graph& graph, const BinaryTree& tree, Losses losses) const;

    std::shared_ptr<SignatureTable> signatures_ = std::make_shared<SignatureTable>();
    std::int32_t embed_;
    std::int32_t hidden_;
    std::shared_ptr<const Cell> leafCell_;
    std::shared_ptr<const Cell> pairCell_;
    std::shared_ptr<const Cell> lossCell_;
};

}  // namespace loomscope
