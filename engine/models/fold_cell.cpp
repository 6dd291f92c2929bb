// SPDX-License-Identifier: Apache-2.0
#include "engine/models/fold_cell.h"

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

const ModelInfo& FoldCell::info() {
    static constexpr ModelInfo kInfo{.name = kName,
                                     .title = "The cell of Fold's timing table (Looks et al., 2017)",
                                     .reads = StructureKind::kTree,
                                     .options = kOptions};
    return kInfo;
}

FoldCell::FoldCell(const ModelOptions& options, WordsAndClasses facts, std::uint64_t seed)
    : TreeClassifier(options, std::move(facts), seed) {
    const std::int32_t hidden = integerOption(options, "hidden");
    table_ = addTable("words", words().size(), hidden);
    const ParameterId weight = addWeight("layer.weight", 2 * hidden, hidden);
    const ParameterId bias = addBias("layer.bias", Shape{hidden});
    const ParameterId gateWeight = addWeight("gates.weight", hidden, 4 * hidden);
    const ParameterId gateBias = addBias("gates.bias", Shape{4 * hidden});
    cell_ = makeCell("cell", std::array{Shape{hidden}, Shape{hidden}},
                     [&](GraphBuilder& g, std::span<const Expr> x) {
                         const Expr m = relu(affine(concatenate(x), g.parameter(weight), g.parameter(bias)));
                         const Expr gates = affine(m, g.parameter(gateWeight), g.parameter(gateBias));
                         return std::vector{foldGates(gates, x[0], x[1])};
                     });
    addClassifier(std::span(&hidden, 1));
}

LstmState FoldCell::leaf(GraphBuilder& builder, std::int32_t word) const {
    return {.h = builder.lookup(table_, word), .c = {}};
}

LstmState FoldCell::compose(GraphBuilder& builder, const LstmState& left, const LstmState& right) const {
    return {.h = builder.call(cell_, std::array{left.h, right.h})[0], .c = {}};
}

}  // namespace loomscope
