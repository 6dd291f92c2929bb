// SPDX-License-Identifier: Apache-2.0
#include "engine/models/tree_classifier.h"

#include <fmt/format.h>

#include <utility>
#include <variant>

namespace loomscope {

TreeClassifier::TreeClassifier(const ModelOptions& options, WordsAndClasses facts, std::uint64_t seed)
    : PartClassifier(options, std::move(facts), seed),
      isRootOnly_(integerOption(options, kRootOnlyOption.name) != 0) {}

Result<LstmState> TreeClassifier::addNode(GraphBuilder& builder, const Example& example, const Tree& tree,
                                          std::size_t index, std::span<const LstmState> below) const {
    const Tree::Node& node = tree.nodes[index];
    if (node.numChildren == 0) {
        if (node.token < 0) {
            return unreadable(example, "a leaf has no word");
        }
        return leaf(builder, words().id(tree.tokens[static_cast<std::size_t>(node.token)]));
    }
    if (node.token >= 0) {
        return unreadable(
            example,
            fmt::format("a node has both a word and children; {} reads words at the leaves", name()));
    }
    const auto children =
        std::span(tree.children)
            .subspan(static_cast<std::size_t>(node.firstChild), static_cast<std::size_t>(node.numChildren));
    LstmState state = below[static_cast<std::size_t>(children[0])];
    for (const std::int32_t child : children.subspan(1)) {
        state = compose(builder, state, below[static_cast<std::size_t>(child)]);
    }
    return state;
}

Result<std::vector<PartClassifier::Part>> TreeClassifier::addParts(GraphBuilder& builder,
                                                                   const Example& example,
                                                                   std::int32_t stream) const {
    const auto* tree = std::get_if<Tree>(&example.structure);
    if (tree == nullptr || tree->nodes.empty()) {
        return unreadable(example,
                          fmt::format("{} reads trees; this record is none, or an empty one", name()));
    }
    std::vector<LstmState> states(tree->nodes.size());
    for (std::size_t i = 0; i < states.size(); ++i) {
        builder.graph().setOrigin({.example = stream, .part = static_cast<std::int32_t>(i)});
        LOOM_TRY(states[i], addNode(builder, example, *tree, i, states));
    }
    std::vector<Part> parts;
    parts.reserve(states.size());
    for (std::size_t i = isRootOnly_ ? states.size() - 1 : 0; i < states.size(); ++i) {
        const auto part = static_cast<std::int32_t>(i);
        parts.push_back({.state = {states[i].h},
                         .index = part,
                         .label = tree->nodes[i].label,
                         .isRoot = part == tree->root(),
                         .origin = part});
    }
    return parts;
}

}  // namespace loomscope
