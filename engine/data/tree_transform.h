// SPDX-License-Identifier: Apache-2.0
// Trees made from trees.
#pragma once

#include "engine/data/example.h"

namespace loomscope {

/// Joins each chain of nodes with one child each into its top node: label and category of the top, word or
/// children of the bottom. Models that take two children need this. No recursion.
[[nodiscard]] Tree collapseUnary(const Tree& tree);

/// Removes empty elements (category -NONE-: traces and the like) and the phrases that have nothing else in
/// them. A tree of nothing else becomes one without nodes. No recursion.
[[nodiscard]] Tree removeEmptyElements(const Tree& tree);

}  // namespace loomscope
