// SPDX-License-Identifier: GPL-3.0-or-later
// A binary Tree-LSTM with numbers, small enough to check every one of them.
#pragma once

#include "engine/graph/cell.h"
#include "engine/graph/graph.h"
#include "engine/params/parameter_store.h"
#include "tests/support/tree_graph.h"

#include <memory>
#include <span>
#include <vector>

namespace loomscope {

/// A graph and the values that training would make small.
struct LossGraph {
    Graph graph;
    std::vector<ValueId> losses;
};

/// Cells for leaves (a row of a word table) and pairs; dropout, scores and a cross-entropy at each root.
class SmallTreeModel {
public:
    explicit SmallTreeModel(std::int32_t hidden);

    [[nodiscard]] const ParameterStore& parameters() const { return parameters_; }
    /// Appends the trees to `built`, whose graph must come from newGraph().
    void add(LossGraph& built, std::span<const BinaryTree> trees) const;
    /// All graphs of one object share a signature table.
    [[nodiscard]] LossGraph newGraph() const { return {.graph = Graph(signatures_), .losses = {}}; }
    [[nodiscard]] LossGraph build(std::span<const BinaryTree> trees) const;
    /// The same without cells, and with gates of single ops.
    [[nodiscard]] LossGraph buildInlined(std::span<const BinaryTree> trees) const;

private:
    void makeCells(std::int32_t hidden);

    std::shared_ptr<SignatureTable> signatures_ = std::make_shared<SignatureTable>();
    ParameterStore parameters_;
    ParameterId scoreWeight_;
    ParameterId scoreBias_;
    std::shared_ptr<const Cell> leaf_;
    std::shared_ptr<const Cell> pair_;
};

/// Trees of 1 … `maxLeaves` leaves; seeded.
[[nodiscard]] std::vector<BinaryTree> randomTrees(int count, std::int32_t maxLeaves, std::uint64_t seed);

}  // namespace loomscope
