// SPDX-License-Identifier: Apache-2.0
// The zero of a type: zero tensors, empty sequences, and tuples of those.
#pragma once

#include "engine/blocks/block_run.h"
#include "engine/blocks/block_typing.h"

namespace loomscope {

/// Says that `type` must have a zero: it holds no object and nothing endless.
void requireZeros(BlockTyping& typing, BlockPlace& self, TypeTerm type);
/// The zero of a type that has one.
[[nodiscard]] BlockValue zeroValue(BlockRun& run, const BlockType& type);

}  // namespace loomscope
