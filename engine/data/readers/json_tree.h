// SPDX-License-Identifier: Apache-2.0
// Trees from JSON values: objects with children, or nested lists.
#pragma once

#include "engine/data/example.h"
#include "engine/data/readers/json_document.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace loomscope {

/// A spot of the document that could not be used, and why.
struct JsonRemark {
    std::int32_t value = 0;
    std::string message;
};

/// What one record of a JSON file holds.
struct JsonRecord {
    Tree tree;
    std::vector<std::pair<std::string, float>> targets;  ///< those that are there, by name
    std::vector<JsonRemark> remarks;
};

/// A node's value and the place of its parent in the list, −1 for the root.
struct JsonNode {
    std::int32_t value = 0;
    std::int32_t parent = -1;
};

/// Reads the tree below a value that is an object or a list.
///
/// Objects: `children` is a list of objects; null, an empty list and no such member make a leaf. The word is
/// `text`, `word`, `token` or `form`; the category is `label`, `category`, `tag`, `type`, `op` or `name`, and
/// a leaf without a word has it for one; a `label` that is a whole number is a class. Targets stand in the
/// root: `targets` (an object of numbers), or `target`, `y`, `score` or `value`.
///
/// Lists: the first element is the category, or the class if it is a number; strings behind it are words,
/// lists are children. A list that begins with a list has neither.
///
/// What fits neither is left out and remarked on. Cost: linear; no recursion.
[[nodiscard]] JsonRecord readJsonTree(const JsonDocument& document, std::int32_t root);

/// Reads the tree of objects whose parents are known otherwise; `children` members are not looked at.
[[nodiscard]] JsonRecord readJsonNodes(const JsonDocument& document, std::span<const JsonNode> nodes);

}  // namespace loomscope
