// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/graph/small_tree_model.h"

#include "engine/base/check.h"
#include "engine/base/rng.h"
#include "engine/graph/expr.h"

#include <array>
#include <utility>

namespace loomscope {

namespace {

constexpr std::int32_t kWords = 7;
constexpr std::int32_t kEmbed = 3;
constexpr std::int32_t kClasses = 3;
constexpr std::uint64_t kSeed = 5;

}  // namespace

SmallTreeModel::SmallTreeModel(std::int32_t hidden) {
    makeCells(hidden);
    scoreWeight_ = parameters_.add("score_weight", {hidden, kClasses}, {}, kSeed);
    scoreBias_ = parameters_.add("score_bias", {kClasses}, {.kind = Initializer::Kind::kNormal}, kSeed);
}

void SmallTreeModel::makeCells(std::int32_t hidden) {
    const Initializer normal{.kind = Initializer::Kind::kNormal, .a = 0.5F};
    const ParameterId words =
        parameters_.add("words", {kWords, kEmbed}, normal, kSeed, ParameterKind::kTable);
    const ParameterId leafWeight = parameters_.add("leaf_weight", {kEmbed, 2 * hidden}, {}, kSeed);
    const ParameterId leafBias = parameters_.add("leaf_bias", {2 * hidden}, normal, kSeed);
    const ParameterId pairWeight = parameters_.add("pair_weight", {2 * hidden, 5 * hidden}, {}, kSeed);
    const ParameterId pairBias = parameters_.add("pair_bias", {5 * hidden}, normal, kSeed);

    Graph leafBody(signatures_);
    GraphBuilder l(leafBody, parameters_);
    const LstmState word =
        treeLstmLeafGates(affine(l.lookup(words), l.parameter(leafWeight), l.parameter(leafBias)));
    leaf_ = Cell::make("leaf", std::move(leafBody), {word.h.id, word.c.id}).value();

    Graph pairBody(signatures_);
    GraphBuilder p(pairBody, parameters_);
    const LstmState left{.h = p.formal({hidden}), .c = p.formal({hidden})};
    const LstmState right{.h = p.formal({hidden}), .c = p.formal({hidden})};
    const Expr gates = affine(concatenate({left.h, right.h}), p.parameter(pairWeight), p.parameter(pairBias));
    const LstmState both = treeLstmGates(gates, left.c, right.c);
    pair_ = Cell::make("pair", std::move(pairBody), {both.h.id, both.c.id}).value();
}

void SmallTreeModel::add(LossGraph& built, std::span<const BinaryTree> trees) const {
    GraphBuilder g(built.graph, parameters_);
    std::int32_t leaves = 0;
    for (std::size_t t = 0; t < trees.size(); ++t) {
        const auto example = static_cast<std::int32_t>(t);
        built.graph.setOrigin({.example = example});
        std::vector<NodeOutputs> states;
        for (const BinaryTree::Node& node : trees[t].nodes) {
            if (node.left < 0) {
                const std::array word{leaves++ % kWords};
                states.push_back(g.call(leaf_, {}, word));
            } else {
                const auto& left = states[static_cast<std::size_t>(node.left)];
                const auto& right = states[static_cast<std::size_t>(node.right)];
                states.push_back(g.call(pair_, std::array{left[0], left[1], right[0], right[1]}));
            }
        }
        const Expr root = dropout(states.back()[0], 0.25F, example);
        const Expr scores = affine(root, g.parameter(scoreWeight_), g.parameter(scoreBias_));
        built.losses.push_back(crossEntropy(scores, example % kClasses).id);
    }
    LOOM_CHECK(g.finish().has_value(), "a tree does not fit");
}

LossGraph SmallTreeModel::build(std::span<const BinaryTree> trees) const {
    LossGraph built = newGraph();
    add(built, trees);
    return built;
}

LossGraph SmallTreeModel::buildInlined(std::span<const BinaryTree> trees) const {
    const LossGraph cells = build(trees);
    InlinedGraph inlined = inlineCells(cells.graph);
    LossGraph built{.graph = std::move(inlined.graph), .losses = {}};
    for (const ValueId loss : cells.losses) {
        built.losses.push_back(inlined.map[loss.index()]);
    }
    return built;
}

std::vector<BinaryTree> randomTrees(int count, std::int32_t maxLeaves, std::uint64_t seed) {
    Rng rng(seed);
    std::vector<BinaryTree> trees;
    for (int i = 0; i < count; ++i) {
        trees.push_back(
            randomTree(1 + static_cast<std::int32_t>(rng.below(static_cast<std::uint64_t>(maxLeaves))), rng));
    }
    return trees;
}

}  // namespace loomscope
