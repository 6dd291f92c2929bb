// SPDX-License-Identifier: Apache-2.0
#include "engine/data/synthetic/expressions.h"

#include "engine/data/synthetic/draw.h"
#include "engine/data/synthetic/random_trees.h"

#include <array>
#include <cmath>

namespace loomscope {

namespace {

constexpr std::array<SyntheticKey, 5> kKeys = {{
    countKey(1000),
    kDevKey,
    kTestKey,
    kSeedKey,
    {"leaves", SyntheticKey::Kind::kRange, {1, 10}, {1, 10'000}, "digits of an expression"},
}};

constexpr double kLargestProduct = 100.0;
enum Operator : std::int32_t { kPlus, kMinus, kTimes, kNumOperators };

double apply(Operator op, double left, double right) {
    switch (op) {
        case kPlus:
            return left + right;
        case kMinus:
            return left - right;
        default:
            return left * right;
    }
}

Operator drawOperator(double left, double right, Rng& rng) {
    const bool mayMultiply = std::abs(left * right) <= kLargestProduct;
    return static_cast<Operator>(rng.below(mayMultiply ? kNumOperators : kTimes));
}

ExampleMaker makeMaker(const SyntheticOptions& options) {
    const NumberRange leaves = options.range("leaves");
    return [leaves](Rng& rng) {
        Tree tree = randomBinaryTree(drawFrom(leaves, rng), rng);
        tree.categories = {"+", "-", "*"};
        std::vector<double> values;
        for (Tree::Node& node : tree.nodes) {
            if (node.token >= 0) {
                const std::uint64_t digit = rng.below(10);
                tree.tokens.push_back(std::to_string(digit));
                values.push_back(static_cast<double>(digit));
                continue;
            }
            const auto child = [&](std::int32_t k) {
                return values[static_cast<std::size_t>(
                    tree.children[static_cast<std::size_t>(node.firstChild + k)])];
            };
            const Operator op = drawOperator(child(0), child(1), rng);
            node.category = op;
            values.push_back(apply(op, child(0), child(1)));
        }
        return Example{.structure = std::move(tree), .targets = {static_cast<float>(values.back())}};
    };
}

void describe(const SyntheticOptions& /*options*/, DatasetInfo& info) {
    info.kind = StructureKind::kTree;
    info.task = Task::kRegression;
    info.targetNames = {"value"};
}

}  // namespace

SyntheticSet expressionSet() {
    return {.name = "expressions",
            .title = "Arithmetic expressions with their value as target",
            .keys = kKeys,
            .makeMaker = makeMaker,
            .describe = describe};
}

}  // namespace loomscope
