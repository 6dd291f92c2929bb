// SPDX-License-Identifier: Apache-2.0
#include "engine/models/tree_lstm.h"

#include <array>
#include <utility>

namespace loomscope {

namespace {

constexpr std::array kOptions{
    ModelOption{"hidden", 150, 1, 8192, "width of the state of a node"},
    ModelOption{"embed", 300, 1, 8192, "width of a word's vector"},
    kDropoutOption,
    kMinCountOption,
    kRootOnlyOption,
};

}  // namespace

const ModelInfo& TreeLstm::info() {
    static constexpr ModelInfo kInfo{.name = kName,
                                     .title = "Binary Tree-LSTM (Tai et al., 2015)",
                                     .reads = StructureKind::kTree,
                                     .options = kOptions};
    return kInfo;
}

TreeLstm::TreeLstm(const ModelOptions& options, WordsAndClasses facts, std::uint64_t seed)
    : TreeClassifier(options, std::move(facts), seed) {
    const std::int32_t embed = integerOption(options, "embed");
    const std::int32_t hidden = integerOption(options, "hidden");
    const ParameterId table = addTable("words", words().size(), embed);
    const ParameterId leafWeight = addWeight("leaf.weight", embed, 2 * hidden);
    const ParameterId leafBias = addBias("leaf.bias", Shape{2 * hidden});
    const ParameterId weight = addWeight("composer.weight", 2 * hidden, 5 * hidden);
    const ParameterId bias = addBias("composer.bias", Shape{2, 5 * hidden});
    leaf_ = makeCell("leaf", {}, [&](GraphBuilder& g, std::span<const Expr>) {
        const LstmState state =
            treeLstmLeafGates(affine(g.lookup(table), g.parameter(leafWeight), g.parameter(leafBias)));
        return std::vector{state.h, state.c};
    });
    const std::array children{Shape{hidden}, Shape{hidden}, Shape{hidden}, Shape{hidden}};
    composer_ = makeCell("composer", children, [&](GraphBuilder& g, std::span<const Expr> x) {
        const Expr gates = affine(concatenate({x[0], x[2]}), g.parameter(weight), g.parameter(bias));
        const LstmState state = treeLstmGates(gates, x[1], x[3]);
        return std::vector{state.h, state.c};
    });
    addClassifier(std::span(&hidden, 1));
}

LstmState TreeLstm::leaf(GraphBuilder& builder, std::int32_t word) const {
    const NodeOutputs outputs = builder.call(leaf_, {}, std::span(&word, 1));
    return {outputs[0], outputs[1]};
}

LstmState TreeLstm::compose(GraphBuilder& builder, const LstmState& left, const LstmState& right) const {
    const NodeOutputs outputs = builder.call(composer_, std::array{left.h, left.c, right.h, right.c});
    return {outputs[0], outputs[1]};
}

}  // namespace loomscope
