// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/commands/inspect_items.h"

#include "engine/data/chemistry/element.h"
#include "engine/data/treebank_token.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace loomscope {

namespace {

using Json = nlohmann::json;

Json categoryOf(const Tree& tree, const Tree::Node& node) {
    return node.category < 0 ? Json(nullptr) : Json(tree.categories[static_cast<std::size_t>(node.category)]);
}

/// The class of the root, or else its category, as text.
Json rootLabel(const Tree& tree, const DatasetInfo& info) {
    const Tree::Node& root = tree.nodes.back();
    const auto label = static_cast<std::size_t>(root.label);
    if (root.label >= 0 && label < info.classNames.size()) {
        return info.classNames[label];
    }
    return root.label >= 0 ? Json(std::to_string(root.label)) : categoryOf(tree, root);
}

/// For a tree whose nodes all have words: of each word the number of the word it hangs on, 0 for the root.
Json headsOf(const Tree& tree) {
    std::vector<std::int32_t> heads(tree.tokens.size());
    for (const Tree::Node& node : tree.nodes) {
        for (std::int32_t i = 0; i < node.numChildren; ++i) {
            const auto child = tree.children[static_cast<std::size_t>(node.firstChild + i)];
            const std::int32_t word = tree.nodes[static_cast<std::size_t>(child)].token;
            heads[static_cast<std::size_t>(word)] = node.token + 1;
        }
    }
    return heads;
}

void describe(Json& item, const Tree& tree, const DatasetInfo& info) {
    if (tree.nodes.empty()) {
        return;
    }
    const Tree::Node& root = tree.nodes.back();
    item["root_label"] = rootLabel(tree, info);
    item["root"] =
        root.token >= 0 ? Json(tree.tokens[static_cast<std::size_t>(root.token)]) : categoryOf(tree, root);
    item["tokens"] = tree.tokens;
    Json shown = Json::array();
    for (const std::string& token : tree.tokens) {
        shown.push_back(displayToken(token));
    }
    if (shown != item["tokens"]) {
        item["tokens_display"] = std::move(shown);
    }
    item["nodes"] = tree.numBrackets();
    item["leaves"] = std::ranges::count(tree.nodes, 0, &Tree::Node::numChildren);
    item["depth"] = tree.depth();
    const auto hasWord = [](const Tree::Node& node) { return node.token >= 0; };
    if (std::ranges::all_of(tree.nodes, hasWord)) {
        item["heads"] = headsOf(tree);
    }
}

void describe(Json& item, const Molecule& molecule, const DatasetInfo& /*info*/) {
    Json elements = Json::array();
    for (const Molecule::Atom& atom : molecule.atoms) {
        elements.push_back(elementSymbol(atom.atomicNumber));
    }
    item["input"] = molecule.text;
    item["canonical"] = molecule.canonical;
    item["formula"] = molecule.formula;
    item["atoms"] = molecule.atoms.size();
    item["heavy_atoms"] =
        std::ranges::count_if(molecule.atoms, [](const auto& atom) { return atom.atomicNumber > 1; });
    item["bonds"] = molecule.bonds.size();
    item["charge"] = molecule.charge;
    item["fragments"] = molecule.numFragments;
    item["elements"] = std::move(elements);
    if (!molecule.positions.empty()) {
        item["positions"] = molecule.positions;
    }
}

void describe(Json& item, const Sequence& sequence, const DatasetInfo& info) {
    item["tokens"] = sequence.tokens;
    Json tags = Json::array();
    for (const std::int32_t tag : sequence.tags) {
        const auto place = static_cast<std::size_t>(tag);
        tags.push_back(tag < 0                          ? Json(nullptr)
                       : place < info.classNames.size() ? Json(info.classNames[place])
                                                        : Json(tag));
    }
    if (!tags.empty()) {
        item["tags"] = std::move(tags);
    }
}

void describe(Json& item, const Lattice& lattice, const DatasetInfo& /*info*/) {
    item["positions"] = lattice.numPositions;
    item["arcs"] = lattice.arcs.size();
}

/// Fields by name; one that stands more than once is a list.
Json fieldsJson(const Example& example) {
    Json fields = Json::object();
    for (const auto& [name, value] : example.fields) {
        if (!fields.contains(name)) {
            fields[name] = value;
        } else if (fields[name].is_array()) {
            fields[name].push_back(value);
        } else {
            fields[name] = Json::array({fields[name], value});
        }
    }
    return fields;
}

}  // namespace

Json itemJson(const Example& example, const DatasetInfo& info) {
    Json item{{"record", example.record}, {"line", example.line}};
    if (!example.id.empty()) {
        item["id"] = example.id;
    }
    std::visit([&](const auto& structure) { describe(item, structure, info); }, example.structure);
    Json targets = Json::array();
    for (const float target : example.targets) {
        targets.push_back(std::isfinite(target) ? Json(target) : Json(nullptr));
    }
    if (!targets.empty()) {
        item["targets"] = std::move(targets);
    }
    if (!example.fields.empty()) {
        item["fields"] = fieldsJson(example);
    }
    return item;
}

}  // namespace loomscope
