// SPDX-License-Identifier: Apache-2.0
#include "engine/models/child_sum_tree_lstm.h"

#include "engine/base/check.h"
#include "engine/blocks/basic_blocks.h"
#include "engine/blocks/composition.h"
#include "engine/blocks/layers.h"
#include "engine/blocks/record_blocks.h"
#include "engine/blocks/record_sinks.h"
#include "engine/blocks/recursion_blocks.h"
#include "engine/blocks/sequence_blocks.h"

#include <array>
#include <utility>

namespace loomscope {

namespace {

constexpr std::array kOptions{
    ModelOption{"hidden", 150, 1, 8192, "width of the state of a node"},
    ModelOption{"embed", 300, 1, 8192, "width of a word's vector"},
    kDropoutOption,
    kMinCountOption,
};

Result<BlockValue> kindOf(const BlockValue& node) {
    const auto children = node.find("children");
    const auto word = node.find("word");
    if (!children || !word) {
        return fail(ErrorCode::kInvalid,
                    "tree-lstm-child-sum reads trees; this record is none, or an empty one");
    }
    if (children->size() > 0 && !word->isNothing()) {
        return fail(ErrorCode::kInvalid,
                    "a node has both a word and children; tree-lstm-child-sum reads words at the leaves");
    }
    if (children->size() == 0 && word->isNothing()) {
        return fail(ErrorCode::kInvalid, "a leaf has no word");
    }
    return BlockValue(children->size() == 0 ? "leaf" : "node");
}

/// A node's state, and on the way its class. `below` stands for the same of a child.
Result<Block> makeNode(const ModelOptions& options, const Block& below) {
    using namespace blocks;  // NOLINT(google-build-using-namespace): the model is written in them
    const std::int32_t hidden = integerOption(options, "hidden");
    const auto dropped = static_cast<float>(options.find(kDropoutOption.name)->second);
    const Block leaf =
        field("word") >> embedding({.size = integerOption(options, "embed")}) >> treeLstmLeaf(hidden);
    const Block inner = field("children") >> map(below) >> treeLstmChildSum(hidden);
    Composition node;
    const Wire state =
        node.add(oneOf(HostFunction(kindOf), {{"leaf", leaf}, {"node", inner}}), {node.input()});
    const Wire scores =
        node.add(dense({.units = kAllClasses, .inputDropout = dropped}).named("output"), {state[0]});
    node.add(classLoss(), {scores, node.input()["label"]});
    node.setOutput({state});
    return node.build();
}

}  // namespace

const ModelInfo& ChildSumTreeLstm::info() {
    static constexpr ModelInfo kInfo{.name = kName,
                                     .title = "Child-sum Tree-LSTM (Tai et al., 2015)",
                                     .reads = StructureKind::kTree,
                                     .options = kOptions};
    return kInfo;
}

ChildSumTreeLstm::ChildSumTreeLstm(const ModelOptions& options, WordsAndClasses facts, std::uint64_t seed)
    : BlockModel(std::move(facts), seed, [&options](ForwardDeclaration& tree) {
          auto node = makeNode(options, tree());
          LOOM_CHECK(node.has_value(), node.error().text());
          return *std::move(node);
      }) {}

}  // namespace loomscope
