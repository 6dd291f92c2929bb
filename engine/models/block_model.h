// SPDX-License-Identifier: Apache-2.0
// Models that are written as blocks: one block reads a whole example, and its loss blocks say what is
// predicted.
#pragma once

#include "engine/blocks/compiled_block.h"
#include "engine/blocks/recursion_blocks.h"
#include "engine/models/part_classifier.h"

#include <functional>
#include <memory>

namespace loomscope {

/// A block bound to the words and classes of a dataset. The loss of an example is the sum over all loss
/// blocks that it passes.
class BlockModel : public Model {
public:
    using Facts = WordsAndClasses;

    [[nodiscard]] const ParameterStore& initialParameters() const final { return parameters_; }
    [[nodiscard]] const std::shared_ptr<SignatureTable>& signatures() const final { return signatures_; }
    [[nodiscard]] Result<ModelOutput> build(Graph& graph, const Example& example, BuildMode mode,
                                            std::int32_t stream) const final;
    [[nodiscard]] std::string state() const final;
    /// Probabilities of the classes.
    [[nodiscard]] std::vector<float> toOutputs(std::span<const float> raw) const final;

protected:
    /// Writes a model's block; `self` stands for the block itself, where it is recursive.
    using BlockMaker = std::function<Block(ForwardDeclaration& self)>;

    /// The block must be sound: it is the model's own.
    BlockModel(WordsAndClasses facts, std::uint64_t seed, const BlockMaker& make);

private:
    std::unique_ptr<const WordsAndClasses> facts_;  ///< the compiled block points to the words
    ParameterStore parameters_;
    std::shared_ptr<SignatureTable> signatures_ = std::make_shared<SignatureTable>();
    CompiledBlock compiled_;
};

}  // namespace loomscope
