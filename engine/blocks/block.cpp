// SPDX-License-Identifier: Apache-2.0
#include "engine/blocks/block.h"

#include "engine/base/check.h"
#include "engine/blocks/block_node.h"

#include <utility>

namespace loomscope {

Block Block::named(std::string label) const {
    Block named = *this;
    named.label_ = std::move(label);
    return named;
}

std::string Block::text() const {
    std::string text = label_.empty() ? node_->name() : label_;
    const auto parts = node_->parts();
    for (std::size_t i = 0; i < parts.size(); ++i) {
        text += (i == 0 ? "(" : ", ") + parts[i].text();
    }
    return parts.empty() ? text : text + ")";
}

Result<BlockValue> BlockNode::apply(BlockRun& /*run*/, const BlockPlace& self,
                                    const BlockValue& /*input*/) const {
    failCheck("isLeaf", __FILE__, __LINE__, self.block.text());
}

// Overriders are coroutines, which must own their input.
// NOLINTNEXTLINE(performance-unnecessary-value-param)
BlockTask BlockNode::evaluate(BlockRun& /*run*/, const BlockPlace& self, BlockValue /*input*/) const {
    failCheck("!isLeaf", __FILE__, __LINE__, self.block.text());
}

}  // namespace loomscope
