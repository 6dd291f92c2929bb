// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/example_data.h"

#include "engine/base/rng.h"

#include <cstdlib>
#include <limits>
#include <string>
#include <utility>

namespace loomscope {

namespace {

/// An open bracket while reading: its label and the children so far.
struct OpenNode {
    Tree::Node node;
    std::vector<std::int32_t> children;
};

std::int32_t closeNode(Tree& tree, OpenNode open) {
    open.node.firstChild = static_cast<std::int32_t>(tree.children.size());
    open.node.numChildren = static_cast<std::int32_t>(open.children.size());
    tree.children.insert(tree.children.end(), open.children.begin(), open.children.end());
    tree.nodes.push_back(open.node);
    return static_cast<std::int32_t>(tree.nodes.size()) - 1;
}

std::vector<std::string> lexemes(std::string_view text) {
    std::vector<std::string> parts;
    bool isNew = true;
    for (const char c : text) {
        if (c == '(' || c == ')') {
            parts.emplace_back(1, c);
        } else if (c != ' ') {
            isNew ? parts.emplace_back(1, c) : parts.back().append(1, c);
        }
        isNew = c == '(' || c == ')' || c == ' ';
    }
    return parts;
}

/// Polarity of a subtree: −1, 0 or 1; appends its text.
int writePolarityTree(Rng& rng, int leaves, std::string& text) {
    if (leaves == 1) {
        static constexpr const char* kWords[] = {"bad", "film", "good"};
        const int polarity = static_cast<int>(rng.below(3)) - 1;
        text += "(" + std::to_string(polarity + 1) + " " + kWords[polarity + 1] + ")";
        return polarity;
    }
    std::string left;
    std::string right;
    int polarity = 0;
    if (rng.uniform() < 0.4) {
        left = "(1 not)";
        polarity = -writePolarityTree(rng, leaves - 1, right);
    } else {
        const int first = 1 + static_cast<int>(rng.below(static_cast<std::uint64_t>(leaves) - 1));
        const int sum = writePolarityTree(rng, first, left) + writePolarityTree(rng, leaves - first, right);
        polarity = (sum > 0 ? 1 : 0) - (sum < 0 ? 1 : 0);
    }
    text += "(" + std::to_string(polarity + 1) + " " + left + " " + right + ")";
    return polarity;
}

template <class T>
std::shared_ptr<const Dataset> datasetOf(StructureKind kind, const std::vector<T>& structures) {
    std::vector<std::shared_ptr<const Example>> examples;
    for (const T& structure : structures) {
        examples.push_back(std::make_shared<const Example>(Example{.structure = structure, .record = 1}));
    }
    return makeDataset({.name = "tagged", .kind = kind, .task = Task::kClassification, .numClasses = 3},
                       std::move(examples));
}

}  // namespace

std::shared_ptr<const Example> treeExample(std::string_view text) {
    Tree tree;
    std::vector<OpenNode> open;
    const std::vector<std::string> parts = lexemes(text);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (parts[i] == "(") {
            const std::string& label = parts[++i];
            open.push_back({.node = {.label = label == "-" ? -1 : std::atoi(label.c_str())}});
        } else if (parts[i] == ")") {
            const std::int32_t closed = closeNode(tree, std::move(open.back()));
            open.pop_back();
            if (!open.empty()) {
                open.back().children.push_back(closed);
            }
        } else {
            open.back().node.token = static_cast<std::int32_t>(tree.tokens.size());
            tree.tokens.push_back(parts[i]);
        }
    }
    return std::make_shared<const Example>(Example{.structure = std::move(tree), .record = 1});
}

std::shared_ptr<const Dataset> treeDataset(const std::vector<std::string_view>& texts,
                                           std::int32_t numClasses) {
    std::vector<std::shared_ptr<const Example>> examples;
    for (const std::string_view text : texts) {
        examples.push_back(treeExample(text));
    }
    return makeDataset({.name = "trees",
                        .kind = StructureKind::kTree,
                        .task = Task::kClassification,
                        .numClasses = numClasses},
                       std::move(examples));
}

std::shared_ptr<const Dataset> polarityTrees(std::int64_t count, std::uint64_t seed) {
    Rng rng(seed);
    std::vector<std::string> texts;
    for (std::int64_t i = 0; i < count; ++i) {
        std::string& text = texts.emplace_back();
        writePolarityTree(rng, 1 + static_cast<int>(rng.below(9)), text);
    }
    return treeDataset({texts.begin(), texts.end()});
}

std::shared_ptr<const Dataset> smallSequences() {
    const std::vector<Sequence> sequences{{.tokens = {"a", "b", "c", "a", "b"}, .tags = {0, 1, 2, 0, 1}},
                                          {.tokens = {"b"}, .tags = {2}},
                                          {.tokens = {"c", "a", "b"}, .tags = {1, 0}}};
    return datasetOf(StructureKind::kSequence, sequences);
}

std::shared_ptr<const Dataset> smallLattices() {
    const std::vector<Lattice> lattices{
        {.numPositions = 5,
         .arcs = {{0, 1, 0, false},
                  {1, 2, 1, false},
                  {0, 2, 4, true},
                  {2, 3, 2, false},
                  {1, 3, 5, true},
                  {0, 3, 6, true},
                  {3, 4, 3, false}},
         .tokens = {"a", "b", "c", "a", "ab", "bc", "abc"},
         .tags = {0, 1, 2, 1, 2}},
        {.numPositions = 2, .arcs = {{0, 1, 0, false}}, .tokens = {"b"}, .tags = {0, 1}},
        {.numPositions = 4,
         .arcs = {{0, 1, 0, false}, {2, 3, 1, false}, {1, 3, 2, true}},
         .tokens = {"a", "c", "bc"},
         .tags = {0, 2, 1, 1}}};
    return datasetOf(StructureKind::kLattice, lattices);
}

std::shared_ptr<const Example> moleculeExample(
    std::int32_t numAtoms, const std::vector<std::pair<std::int32_t, std::int32_t>>& bonds,
    std::vector<float> targets) {
    Molecule molecule;
    for (std::int32_t i = 0; i < numAtoms; ++i) {
        molecule.atoms.push_back({.atomicNumber = static_cast<std::int16_t>(6 + i % 3), .mass = 12.0F});
    }
    for (const auto& [begin, end] : bonds) {
        molecule.bonds.push_back({.begin = begin, .end = end});
        for (const std::int32_t atom : {begin, end}) {
            ++molecule.atoms[static_cast<std::size_t>(atom)].degree;
        }
    }
    return std::make_shared<const Example>(
        Example{.structure = std::move(molecule), .targets = std::move(targets), .record = 1});
}

std::shared_ptr<const Dataset> smallMolecules(Task task, std::int32_t numTargets) {
    constexpr float kMissing = std::numeric_limits<float>::quiet_NaN();
    Rng rng(5);
    const auto targets = [&](bool isMissing) {
        std::vector<float> values;
        for (std::int32_t t = 0; t < numTargets; ++t) {
            const float value = task == Task::kClassification ? static_cast<float>(rng.below(2))
                                                              : static_cast<float>(3 + 2 * rng.normal());
            values.push_back(isMissing && t % 2 == 1 ? kMissing : value);
        }
        return values;
    };
    std::vector<std::shared_ptr<const Example>> examples{
        moleculeExample(3, {{0, 1}, {1, 2}}, targets(false)),
        moleculeExample(6, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 0}}, targets(true)),
        moleculeExample(1, {}, targets(false)),
        moleculeExample(2, {}, targets(true)),
        moleculeExample(5, {{0, 1}, {0, 2}, {0, 3}, {0, 4}}, targets(false)),
        moleculeExample(5, {{0, 1}, {1, 2}, {2, 0}, {3, 4}}, targets(true))};
    DatasetInfo info{.name = "molecules", .kind = StructureKind::kMolecule, .task = task};
    for (std::int32_t t = 0; t < numTargets; ++t) {
        info.targetNames.push_back("target " + std::to_string(t));
    }
    return makeDataset(std::move(info), std::move(examples));
}

}  // namespace loomscope
