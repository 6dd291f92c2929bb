// SPDX-License-Identifier: Apache-2.0
// What blocks over sequences ask of their input.
#pragma once

#include "engine/blocks/block_typing.h"

namespace loomscope {

/// Says that `list` is a list of `item` that has an end.
void inferFinite(BlockTyping& typing, BlockPlace& self, TypeTerm list, TypeTerm item);
/// Says that `result` is a list of `made`, endless if `list` is.
void inferLike(BlockTyping& typing, BlockPlace& self, TypeTerm list, TypeTerm item, TypeTerm result,
               TypeTerm made);
/// The items that can be counted: those of a list, dict or text. Errors: kType for anything else.
[[nodiscard]] Result<void> requireItems(const BlockValue& value);

}  // namespace loomscope
