// SPDX-License-Identifier: Apache-2.0
// One tree from a line of words and a line of parent pointers.
#pragma once

#include "engine/base/result.h"
#include "engine/data/readers/tree_assembly.h"

#include <string_view>
#include <vector>

namespace loomscope {

/// Reads a tree: pointers are numbered from 1, 0 is the root. As many pointers as words are a dependency
/// tree, with `relations` (or an empty text) as its categories; 2n−1 pointers are a constituency tree of two
/// children a phrase, its words first. Errors: kParse for another number of pointers, for one that is none,
/// and for pointers that are no tree.
[[nodiscard]] Result<std::vector<LooseNode>> readParentPointers(std::string_view words,
                                                                std::string_view pointers,
                                                                std::string_view relations);

}  // namespace loomscope
