// SPDX-License-Identifier: Apache-2.0
#include "engine/data/synthetic/random_trees.h"

#include "engine/data/synthetic/draw.h"

#include <fmt/format.h>

#include <array>

namespace loomscope {

namespace {

constexpr std::array<SyntheticKey, 8> kKeys = {{
    countKey(1000),
    kDevKey,
    kTestKey,
    kSeedKey,
    {"leaves", SyntheticKey::Kind::kRange, {5, 40}, {1, 100'000}, "words of a tree"},
    {"vocabulary", SyntheticKey::Kind::kNumber, {20'000, 20'000}, {1, 10'000'000}, "different words"},
    {"labels", SyntheticKey::Kind::kNumber, {5, 5}, {1, 1000}, "classes of nodes"},
    {"shapes",
     SyntheticKey::Kind::kNumber,
     {0, 0},
     kPossibleCounts,
     "different shapes; 0: each tree has its own"},
}};

constexpr std::uint64_t kShapeStream = ~0ULL;  // no example has it, nor those before it

ExampleMaker makeMaker(const SyntheticOptions& options) {
    const NumberRange leaves = options.range("leaves");
    const auto shapes = static_cast<std::uint64_t>(options.number("shapes"));
    const auto seed = static_cast<std::uint64_t>(options.number("seed"));
    const auto vocabulary = static_cast<std::uint64_t>(options.number("vocabulary"));
    const auto labels = static_cast<std::uint64_t>(options.number("labels"));
    return [=](Rng& rng) {
        Rng shared(seed, kShapeStream - (shapes > 0 ? rng.below(shapes) : 0));
        Rng& shape = shapes > 0 ? shared : rng;
        const std::int64_t numLeaves = drawFrom(leaves, shape);
        Tree tree = randomBinaryTree(numLeaves, shape);
        for (std::int64_t i = 0; i < numLeaves; ++i) {
            tree.tokens.push_back(fmt::format("w{}", rng.below(vocabulary)));
        }
        for (Tree::Node& node : tree.nodes) {
            node.label = static_cast<std::int32_t>(rng.below(labels));
        }
        return Example{.structure = std::move(tree)};
    };
}

void describe(const SyntheticOptions& options, DatasetInfo& info) {
    info.kind = StructureKind::kTree;
    info.task = Task::kClassification;
    info.numClasses = static_cast<std::int32_t>(options.number("labels"));
}

/// A phrase that is still to be split, or whose halves are done.
struct Phrase {
    std::int64_t numLeaves = 0;
    bool isSplit = false;
};

}  // namespace

Tree randomBinaryTree(std::int64_t numLeaves, Rng& rng) {
    Tree tree;
    std::vector<Phrase> open = {{numLeaves, false}};
    std::vector<std::int32_t> done;  // nodes that wait for their parent
    std::int32_t nextToken = 0;
    while (!open.empty()) {
        const Phrase phrase = open.back();
        open.pop_back();
        if (phrase.numLeaves > 1 && !phrase.isSplit) {
            const auto left =
                1 + static_cast<std::int64_t>(rng.below(static_cast<std::uint64_t>(phrase.numLeaves - 1)));
            open.push_back({phrase.numLeaves, true});
            open.push_back({phrase.numLeaves - left, false});
            open.push_back({left, false});
            continue;
        }
        Tree::Node node;
        if (phrase.numLeaves == 1) {
            node.token = nextToken++;
        } else {
            node.firstChild = static_cast<std::int32_t>(tree.children.size());
            node.numChildren = 2;
            tree.children.insert(tree.children.end(), done.end() - 2, done.end());
            done.resize(done.size() - 2);
        }
        done.push_back(static_cast<std::int32_t>(tree.nodes.size()));
        tree.nodes.push_back(node);
    }
    return tree;
}

SyntheticSet randomTreeSet() {
    return {.name = "trees",
            .title = "Random binary trees with random words and labels, for benchmarks",
            .keys = kKeys,
            .makeMaker = makeMaker,
            .describe = describe};
}

}  // namespace loomscope
