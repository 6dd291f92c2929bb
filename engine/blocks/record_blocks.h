// SPDX-License-Identifier: Apache-2.0
// Blocks side by side, and the choice of one of several.
#pragma once

#include "engine/blocks/block.h"
#include "engine/blocks/block_value.h"
#include "engine/blocks/input_blocks.h"
#include "engine/blocks/item_key.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace loomscope::blocks {

/// An object, by its fields, or a tuple, by place → a dict of what each block makes of its field.
[[nodiscard]] Block record(std::vector<std::pair<std::string, Block>> fields);
/// The same by place: a list of the host, or a tuple → a tuple.
[[nodiscard]] Block recordOf(std::vector<Block> items);
/// x → (b1(x), b2(x), …); of no blocks nothing. Blocks that take nothing are not wired to x.
[[nodiscard]] Block allOf(std::vector<Block> blocks);
/// x → case(x), of the case whose key `key` makes of x: a block to an object. Keys are equal by value, so
/// that false is 0 and true 1. With `before`, the cases read before(x) instead of x.
[[nodiscard]] Block oneOf(Block key, std::vector<std::pair<BlockValue, Block>> cases,
                          std::optional<Block> before = std::nullopt);
/// The same with code of the host as key: x is an object unless there is a `before`.
[[nodiscard]] Block oneOf(HostFunction key, std::vector<std::pair<BlockValue, Block>> cases,
                          std::optional<Block> before = std::nullopt);

}  // namespace loomscope::blocks
