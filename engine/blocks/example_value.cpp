// SPDX-License-Identifier: Apache-2.0
#include "engine/blocks/example_value.h"

#include <cmath>
#include <utility>

namespace loomscope {

namespace {

template <class Item, class Make>
BlockValue listOf(const std::vector<Item>& items, const Make& make) {
    BlockValue::List list;
    list.reserve(items.size());
    for (const Item& item : items) {
        list.push_back(make(item));
    }
    return BlockValue::list(std::move(list));
}

BlockValue words(const std::vector<std::string>& tokens) {
    return listOf(tokens, [](const std::string& token) { return BlockValue(std::string_view(token)); });
}

BlockValue classes(const std::vector<std::int32_t>& tags) {
    return listOf(tags, [](std::int32_t tag) { return tag < 0 ? BlockValue() : BlockValue(tag); });
}

BlockValue targetsOf(const Example& example) {
    return listOf(example.targets, [](float target) {
        return std::isnan(target) ? BlockValue() : BlockValue(static_cast<double>(target));
    });
}

BlockValue atomValue(const Molecule::Atom& atom, std::int32_t index, BlockValue neighbours) {
    return BlockValue::dict({{"index", index},
                             {"element", int{atom.atomicNumber}},
                             {"charge", int{atom.charge}},
                             {"degree", int{atom.degree}},
                             {"hydrogens", int{atom.hydrogens}},
                             {"radicals", int{atom.radicalElectrons}},
                             {"chirality", int{atom.chirality}},
                             {"hybridization", int{atom.hybridization}},
                             {"aromatic", atom.isAromatic},
                             {"ring", atom.isInRing},
                             {"mass", static_cast<double>(atom.mass)},
                             {"neighbours", std::move(neighbours)}});
}

BlockValue bondValue(const Molecule::Bond& bond) {
    return BlockValue::dict({{"begin", bond.begin},
                             {"end", bond.end},
                             {"kind", static_cast<int>(bond.kind)},
                             {"conjugated", bond.isConjugated},
                             {"ring", bond.isInRing},
                             {"stereo", int{bond.stereo}}});
}

BlockValue valueOf(const Molecule& molecule, const Example& example) {
    std::vector<BlockValue::List> neighbours(molecule.atoms.size());
    for (const Molecule::Bond& bond : molecule.bonds) {
        neighbours[static_cast<std::size_t>(bond.begin)].emplace_back(bond.end);
        neighbours[static_cast<std::size_t>(bond.end)].emplace_back(bond.begin);
    }
    BlockValue::List atoms;
    for (std::size_t i = 0; i < molecule.atoms.size(); ++i) {
        atoms.push_back(atomValue(molecule.atoms[i], static_cast<std::int32_t>(i),
                                  BlockValue::list(std::move(neighbours[i]))));
    }
    return BlockValue::dict({{"atoms", BlockValue::list(std::move(atoms))},
                             {"bonds", listOf(molecule.bonds, bondValue)},
                             {"targets", targetsOf(example)}});
}

BlockValue valueOf(const Tree& tree, const Example& /*example*/) {
    return tree.nodes.empty() ? BlockValue() : BlockValue::treeNode(tree, tree.root());
}

BlockValue valueOf(const Sequence& sequence, const Example& example) {
    return BlockValue::dict({{"tokens", words(sequence.tokens)},
                             {"tags", classes(sequence.tags)},
                             {"targets", targetsOf(example)}});
}

BlockValue valueOf(const Lattice& lattice, const Example& /*example*/) {
    return BlockValue::dict(
        {{"positions", lattice.numPositions},
         {"tokens", words(lattice.tokens)},
         {"tags", classes(lattice.tags)},
         {"arcs", listOf(lattice.arcs, [](const Lattice::Arc& arc) {
              return BlockValue::dict(
                  {{"from", arc.from}, {"to", arc.to}, {"token", arc.token}, {"word", arc.isWord}});
          })}});
}

}  // namespace

BlockValue exampleValue(const Example& example) {
    return std::visit([&](const auto& structure) { return valueOf(structure, example); }, example.structure);
}

}  // namespace loomscope
