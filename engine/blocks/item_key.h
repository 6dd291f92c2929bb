// SPDX-License-Identifier: Apache-2.0
// Which item, or which items, of a list, tuple or dict.
#pragma once

#include "engine/base/result.h"
#include "engine/blocks/block_typing.h"
#include "engine/blocks/block_value.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace loomscope {

/// Items start, start+step, … before stop. Negative places count from the end; a negative step goes
/// backwards.
struct ItemSlice {
    std::optional<std::int64_t> start;
    std::optional<std::int64_t> stop;
    std::int64_t step = 1;
};
/// A place (negative: from the end), a name, or a slice.
using ItemKey = std::variant<std::int64_t, std::string, ItemSlice>;

/// "2", "'left'", "1:-1:2".
[[nodiscard]] std::string keyText(const ItemKey& key);
/// The places a slice of `size` items takes. A step of 0 takes none.
[[nodiscard]] std::vector<std::size_t> slicePlaces(const ItemSlice& slice, std::size_t size);
/// Says that `item` is what `key` takes from `whole`.
void inferItem(BlockTyping& typing, BlockPlace& self, TypeTerm whole, const ItemKey& key, TypeTerm item);
/// Takes it. `type` is that of `whole`. Errors: kNotFound, naming what there is.
[[nodiscard]] Result<BlockValue> takeItem(const BlockType& type, const BlockValue& whole, const ItemKey& key);

}  // namespace loomscope
