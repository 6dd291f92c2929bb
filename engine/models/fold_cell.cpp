// SPDX-License-Identifier: Apache-2.0
#include "engine/models/fold_cell.h"

#include <utility>
#include <vector>

namespace loomscope {

const ModelInfo& FoldCell::info() {
    static constexpr ModelInfo kInfo{.name = kName,
                                     .title = "The cell of Fold's timing table (Looks et al., 2017)",
                                     .reads = StructureKind::kTree,
                                     .options = kWordTreeOptions};
    return kInfo;
}

FoldCell::FoldCell(const ModelOptions& options, WordsAndClasses facts, std::uint64_t seed)
    : WordTreeClassifier(options, std::move(facts), seed) {
    const ParameterId weight = addWeight("layer.weight", 2 * hidden(), hidden());
    const ParameterId bias = addBias("layer.bias", Shape{hidden()});
    const ParameterId gateWeight = addWeight("gates.weight", hidden(), 4 * hidden());
    const ParameterId gateBias = addBias("gates.bias", Shape{4 * hidden()});
    finish("cell", [&](GraphBuilder& g, std::span<const Expr> x) {
        const Expr m = relu(affine(concatenate(x), g.parameter(weight), g.parameter(bias)));
        const Expr gates = affine(m, g.parameter(gateWeight), g.parameter(gateBias));
        return std::vector{foldGates(gates, x[0], x[1])};
    });
}

}  // namespace loomscope
