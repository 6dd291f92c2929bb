// SPDX-License-Identifier: Apache-2.0
#include "engine/models/tree_fc.h"

#include <utility>
#include <vector>

namespace loomscope {

const ModelInfo& TreeFc::info() {
    static constexpr ModelInfo kInfo{.name = kName,
                                     .title = "TreeFC: one layer a node (Looks et al., 2017)",
                                     .reads = StructureKind::kTree,
                                     .options = kWordTreeOptions};
    return kInfo;
}

TreeFc::TreeFc(const ModelOptions& options, WordsAndClasses facts, std::uint64_t seed)
    : WordTreeClassifier(options, std::move(facts), seed) {
    const ParameterId weight = addWeight("fc.weight", 2 * hidden(), hidden());
    const ParameterId bias = addBias("fc.bias", Shape{hidden()});
    finish("fc", [&](GraphBuilder& g, std::span<const Expr> x) {
        return std::vector{relu(affine(concatenate(x), g.parameter(weight), g.parameter(bias)))};
    });
}

}  // namespace loomscope
