// SPDX-License-Identifier: Apache-2.0
#include "engine/data/identity.h"

#include <fmt/format.h>

#include <iterator>

namespace loomscope {

namespace {

// Neither can stand inside a token that a reader made.
constexpr char kEndOfWord = '\n';
constexpr char kEndOfPhrase = '\t';

std::string identityOf(const Molecule& molecule) {
    return molecule.canonical;
}

std::string identityOf(const Sequence& sequence) {
    std::string text;
    for (const std::string& token : sequence.tokens) {
        text += token;
        text += kEndOfWord;
    }
    return text;
}

std::string identityOf(const Tree& tree) {
    std::string text;
    for (const Tree::Node& node : tree.nodes) {  // post-order with the number of children fixes the branching
        if (node.token >= 0) {
            text += tree.tokens[static_cast<std::size_t>(node.token)];
            text += kEndOfWord;
        }
        if (node.category >= 0) {
            text += tree.categories[static_cast<std::size_t>(node.category)];
        }
        fmt::format_to(std::back_inserter(text), "{}{}", node.numChildren, kEndOfPhrase);
    }
    return text;
}

std::string identityOf(const Lattice& lattice) {
    std::string text = std::to_string(lattice.numPositions);
    for (const Lattice::Arc& arc : lattice.arcs) {
        fmt::format_to(std::back_inserter(text), "\t{} {} {}", arc.from, arc.to,
                       lattice.tokens[static_cast<std::size_t>(arc.token)]);
    }
    return text;
}

}  // namespace

std::string identity(const Example& example) {
    return std::visit([](const auto& structure) { return identityOf(structure); }, example.structure);
}

}  // namespace loomscope
