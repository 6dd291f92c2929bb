// SPDX-License-Identifier: Apache-2.0
#include "engine/models/tree_fc.h"

#include <array>
#include <utility>

namespace loomscope {

namespace {

constexpr std::array kOptions{
    ModelOption{"hidden", 150, 1, 8192, "width of the state of a node and of a word's vector"},
    kDropoutOption,
    kMinCountOption,
    kRootOnlyOption,
};

}  // namespace

const ModelInfo& TreeFc::info() {
    static constexpr ModelInfo kInfo{.name = kName,
                                     .title = "TreeFC: one layer a node (Looks et al., 2017)",
                                     .reads = StructureKind::kTree,
                                     .options = kOptions};
    return kInfo;
}

TreeFc::TreeFc(const ModelOptions& options, WordsAndClasses facts, std::uint64_t seed)
    : TreeClassifier(options, std::move(facts), seed) {
    const std::int32_t hidden = integerOption(options, "hidden");
    table_ = addTable("words", words().size(), hidden);
    const ParameterId weight = addWeight("fc.weight", 2 * hidden, hidden);
    const ParameterId bias = addBias("fc.bias", Shape{hidden});
    fc_ = makeCell(
        "fc", std::array{Shape{hidden}, Shape{hidden}}, [&](GraphBuilder& g, std::span<const Expr> x) {
            return std::vector{relu(affine(concatenate(x), g.parameter(weight), g.parameter(bias)))};
        });
    addClassifier(std::span(&hidden, 1));
}

LstmState TreeFc::leaf(GraphBuilder& builder, std::int32_t word) const {
    return {.h = builder.lookup(table_, word), .c = {}};
}

LstmState TreeFc::compose(GraphBuilder& builder, const LstmState& left, const LstmState& right) const {
    return {.h = builder.call(fc_, std::array{left.h, right.h})[0], .c = {}};
}

}  // namespace loomscope
