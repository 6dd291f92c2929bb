// SPDX-License-Identifier: Apache-2.0
// JSON lists whose objects name their parent by an id, as tables of hierarchies do.
#pragma once

#include "engine/base/result.h"
#include "engine/data/readers/json_tree.h"

#include <vector>

namespace loomscope {

/// Whether a value is a list of objects that all have an `id` and some of which name a `parent`.
[[nodiscard]] bool isParentTable(const JsonDocument& document, std::int32_t list);

/// The nodes of each tree in a parent table (`parent`, `parentId`, `parent_id`; null, "" or no such member is
/// a root), in the order of the list. Errors: kParse for an id that stands twice, a parent that does not
/// exist, a cycle; the message names the object by its path.
[[nodiscard]] Result<std::vector<std::vector<JsonNode>>> readParentTable(const JsonDocument& document,
                                                                         std::int32_t list);

}  // namespace loomscope
