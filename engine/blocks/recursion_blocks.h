// SPDX-License-Identifier: Apache-2.0
// Blocks that refer to themselves, or to each other.
#pragma once

#include "engine/base/result.h"
#include "engine/blocks/block.h"
#include "engine/blocks/block_type.h"

#include <memory>
#include <optional>

namespace loomscope {

/// Stands for a block that is written later. References may be used before and after it is resolved; it must
/// live until the model is compiled, since references do not own it.
class ForwardDeclaration {
public:
    /// Types that are not given are inferred.
    explicit ForwardDeclaration(std::optional<BlockType> input = std::nullopt,
                                std::optional<BlockType> output = std::nullopt);

    /// A block that stands for the one it will be resolved to.
    [[nodiscard]] Block operator()() const;
    /// Errors: kInvalid if it was resolved before, or to a mere reference.
    [[nodiscard]] Result<void> resolveTo(const Block& block);

    /// What the references share.
    struct Shared {
        std::optional<BlockType> input;
        std::optional<BlockType> output;
        std::optional<Block> block;
    };

private:
    std::shared_ptr<Shared> shared_;
};

}  // namespace loomscope
