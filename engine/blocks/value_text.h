// SPDX-License-Identifier: Apache-2.0
// Block values from JSON, as text, and compared.
#pragma once

#include "engine/base/result.h"
#include "engine/blocks/block_value.h"

#include <string>
#include <string_view>

namespace loomscope {

/// Reads JSON of any depth. Errors: kParse with line and column.
[[nodiscard]] Result<BlockValue> parseBlockValue(std::string_view json);

/// Readable form, cut after `limit` characters.
[[nodiscard]] std::string valueText(const BlockValue& value, std::size_t limit = 60);

/// Item by item, without recursion. Both must be lists, dicts, endless or nothing.
[[nodiscard]] bool deepEqual(const BlockValue& a, const BlockValue& b);

}  // namespace loomscope
