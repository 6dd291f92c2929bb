// SPDX-License-Identifier: Apache-2.0
// The plainest blocks: what passes a value on, drops it, or has it at hand.
#pragma once

#include "engine/blocks/block.h"
#include "engine/blocks/block_type.h"
#include "engine/blocks/item_key.h"

#include <cstdint>
#include <string>
#include <vector>

namespace loomscope::blocks {

/// t → t.
[[nodiscard]] Block identity();
/// t → nothing.
[[nodiscard]] Block nothing();
/// nothing → tensor: constant numbers, one node a graph.
[[nodiscard]] Block fromTensor(Shape shape, std::vector<float> numbers);
/// nothing → vector[size], learned.
[[nodiscard]] Block parameter(std::int32_t size);
/// nothing → t: zero tensors, empty sequences, tuples of those.
[[nodiscard]] Block zeros(BlockType type);
/// An object, tuple, dict or sequence → its item. A slice keeps the kind.
[[nodiscard]] Block getItem(ItemKey key);
/// The same of a field of an object or dict.
[[nodiscard]] Block field(std::string name);
/// The same of a slice.
[[nodiscard]] Block slice(ItemSlice slice);
/// (sequence, object index) → item.
[[nodiscard]] Block nth();
/// object, tuple or sequence → scalar: how many items.
[[nodiscard]] Block length();
/// object, tuple or sequence → object: how many items, as a key for oneOf.
[[nodiscard]] Block count();
/// The same, 1/n; 0 of none.
[[nodiscard]] Block inverseLength();

}  // namespace loomscope::blocks
