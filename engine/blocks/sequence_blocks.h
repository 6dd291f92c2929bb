// SPDX-License-Identifier: Apache-2.0
// Blocks over sequences, tuples of equals and lists of the host.
#pragma once

#include "engine/blocks/block.h"

#include <cstdint>
#include <optional>

namespace loomscope::blocks {

/// sequence → sequence of block(item); of something endless an endless one.
[[nodiscard]] Block map(Block block);
/// sequence → state: from the left, combine(state, item); `start` takes nothing. Depth n.
[[nodiscard]] Block fold(Block combine, Block start);
/// sequence of t → t: neighbours are combined until one is left, an odd one is carried. Depth ⌈log₂ n⌉. Of an
/// empty sequence `otherwise`, which takes nothing, or zeros.
[[nodiscard]] Block reduce(Block combine, std::optional<Block> otherwise = std::nullopt);
/// reduce of an op on tensors of one shape; zeros of an empty sequence.
[[nodiscard]] Block sum();
[[nodiscard]] Block min();
[[nodiscard]] Block max();
/// sum divided by how many; zeros of an empty sequence.
[[nodiscard]] Block mean();
/// sequence → (outputs, last state), by cell: (item, state) → (output, state). The first state is `initial`,
/// which takes nothing, or zeros.
[[nodiscard]] Block rnn(Block cell, std::optional<Block> initial = std::nullopt);
/// (sequence, first state) → (outputs, last state).
[[nodiscard]] Block rnnFrom(Block cell);
/// t → endless t.
[[nodiscard]] Block broadcast();
/// A tuple of sequences → a sequence of tuples, as long as the shortest.
[[nodiscard]] Block zip();
[[nodiscard]] Block zipWith(Block block);
/// sequence → sequence of all n items in a row.
[[nodiscard]] Block nGrams(std::int32_t n);
/// A tuple of sequences of one type → their items in a row.
[[nodiscard]] Block join();

}  // namespace loomscope::blocks
