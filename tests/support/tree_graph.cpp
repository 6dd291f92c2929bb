// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/tree_graph.h"

#include "engine/base/check.h"

#include <array>

namespace loomscope {

namespace {

constexpr std::int32_t kNumWords = 128;
constexpr std::int32_t kNumClasses = 5;

template <class T>
T must(Result<T> result) {
    LOOM_CHECK(result.has_value(), result.error().text());
    return std::move(*result);
}

ValueId apply(Graph& graph, std::string_view op, std::initializer_list<ValueId> arguments) {
    return graph.output(must(graph.add(*findOp(op), std::span(arguments.begin(), arguments.size()))));
}

/// Grows a tree from the root; `leftPart` says how many of so many leaves go left.
template <class LeftPart>
BinaryTree split(std::int32_t numLeaves, LeftPart leftPart) {
    const std::int32_t numNodes = 2 * numLeaves - 1;
    BinaryTree tree{std::vector<BinaryTree::Node>(static_cast<std::size_t>(numNodes))};
    std::vector<std::int32_t> leavesBelow{
        numLeaves};  // counted from the root; the tree counts from the other end
    for (std::int32_t i = 0; i < numNodes; ++i) {
        const std::int32_t below = leavesBelow[static_cast<std::size_t>(i)];
        if (below > 1) {
            const auto place = static_cast<std::int32_t>(leavesBelow.size());
            const std::int32_t left = leftPart(below);
            leavesBelow.insert(leavesBelow.end(), {left, below - left});
            tree.nodes[static_cast<std::size_t>(numNodes - 1 - i)] = {.left = numNodes - 1 - place,
                                                                      .right = numNodes - 2 - place};
        }
    }
    return tree;
}

}  // namespace

BinaryTree leftChain(std::int32_t numLeaves) {
    return split(numLeaves, [](std::int32_t leaves) { return leaves - 1; });
}

BinaryTree balancedTree(std::int32_t numLeaves) {
    return split(numLeaves, [](std::int32_t leaves) { return (leaves + 1) / 2; });
}

BinaryTree randomTree(std::int32_t numLeaves, Rng& rng) {
    return split(numLeaves, [&rng](std::int32_t leaves) {
        return 1 + static_cast<std::int32_t>(rng.below(static_cast<std::uint64_t>(leaves - 1)));
    });
}

TreeLstmGraphs::TreeLstmGraphs(std::int32_t embed, std::int32_t hidden) : embed_(embed), hidden_(hidden) {
    Graph leafBody = newGraph();
    const State leafState = leaf(leafBody);
    leafCell_ = must(Cell::make("leaf", std::move(leafBody), {leafState.h, leafState.c}));

    Graph pairBody = newGraph();
    const State left{pairBody.formal({hidden}), pairBody.formal({hidden})};
    const State right{pairBody.formal({hidden}), pairBody.formal({hidden})};
    const State pairState = pair(pairBody, left, right);
    pairCell_ = must(Cell::make("pair", std::move(pairBody), {pairState.h, pairState.c}));

    Graph lossBody = newGraph();
    const ValueId lossValue = loss(lossBody, lossBody.formal({hidden}));
    lossCell_ = must(Cell::make("loss", std::move(lossBody), {lossValue}));
}

void TreeLstmGraphs::add(Graph& graph, const BinaryTree& tree, Granularity granularity, Losses losses) const {
    if (granularity == Granularity::kCells) {
        addCells(graph, tree, losses);
    } else {
        addOps(graph, tree, losses);
    }
}

TreeLstmGraphs::State TreeLstmGraphs::leaf(Graph& graph) const {
    const ValueId word = apply(graph, "lookup", {graph.parameter(ParameterId(0), {kNumWords, embed_})});
    const ValueId gates = apply(graph, "affine",
                                {word, graph.parameter(ParameterId(1), {embed_, 2 * hidden_}),
                                 graph.parameter(ParameterId(2), {2 * hidden_})});
    const NodeId node = must(graph.add(*findOp("tree_lstm_leaf_gates"), std::array{gates}));
    return {graph.output(node, 0), graph.output(node, 1)};
}

TreeLstmGraphs::State TreeLstmGraphs::pair(Graph& graph, State left, State right) const {
    const ValueId gates = apply(graph, "affine",
                                {apply(graph, "concatenate", {left.h, right.h}),
                                 graph.parameter(ParameterId(3), {2 * hidden_, 5 * hidden_}),
                                 graph.parameter(ParameterId(4), {5 * hidden_})});
    const NodeId node = must(graph.add(*findOp("tree_lstm_gates"), std::array{gates, left.c, right.c}));
    return {graph.output(node, 0), graph.output(node, 1)};
}

ValueId TreeLstmGraphs::loss(Graph& graph, ValueId h) const {
    const ValueId scores = apply(graph, "affine",
                                 {h, graph.parameter(ParameterId(5), {hidden_, kNumClasses}),
                                  graph.parameter(ParameterId(6), {kNumClasses})});
    return apply(graph, "cross_entropy", {scores});
}

void TreeLstmGraphs::addCells(Graph& graph, const BinaryTree& tree, Losses losses) const {
    constexpr std::array<std::int32_t, 1> kPayload{0};
    std::vector<NodeId> calls;
    calls.reserve(tree.nodes.size());
    for (const auto [left, right] : tree.nodes) {
        if (left < 0) {
            calls.push_back(must(graph.call(leafCell_, {}, kPayload)));
        } else {
            const NodeId l = calls[static_cast<std::size_t>(left)];
            const NodeId r = calls[static_cast<std::size_t>(right)];
            calls.push_back(must(graph.call(pairCell_, std::array{graph.output(l, 0), graph.output(l, 1),
                                                                  graph.output(r, 0), graph.output(r, 1)})));
        }
        if (losses == Losses::kEachNode) {
            must(graph.call(lossCell_, std::array{graph.output(calls.back(), 0)}, kPayload));
        }
    }
}

void TreeLstmGraphs::addOps(Graph& graph, const BinaryTree& tree, Losses losses) const {
    std::vector<State> states;
    states.reserve(tree.nodes.size());
    for (const auto [left, right] : tree.nodes) {
        states.push_back(left < 0 ? leaf(graph)
                                  : pair(graph, states[static_cast<std::size_t>(left)],
                                         states[static_cast<std::size_t>(right)]));
        if (losses == Losses::kEachNode) {
            loss(graph, states.back().h);
        }
    }
}

}  // namespace loomscope
