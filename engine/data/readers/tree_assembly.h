// SPDX-License-Identifier: Apache-2.0
// Trees from nodes that name their parent.
#pragma once

#include "engine/data/example.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loomscope {

/// A node before its tree is put together. Its place among its siblings is its place in the list.
struct LooseNode {
    std::int32_t parent = -1;  ///< index into the list; −1: the root
    std::int32_t label = -1;
    bool isBareWord = false;
    std::optional<std::string_view> token;
    std::optional<std::string_view> category;
};

/// What keeps nodes from being one tree.
struct TreeFault {
    enum class Kind : std::uint8_t { kNoRoot, kSeveralRoots, kOutOfRange, kCycle };
    Kind kind = Kind::kNoRoot;
    std::vector<std::int32_t> nodes;  ///< the roots, the node with the bad parent, or those of a cycle
};

/// The first fault of a list of parents, −1 for a root, or nothing. Cost: linear; no recursion.
[[nodiscard]] std::optional<TreeFault> findTreeFault(std::span<const std::int32_t> parents);

/// Puts a tree together in post-order; tokens keep the order of the list. The list must have no fault. Cost:
/// linear; no recursion.
[[nodiscard]] Tree assembleTree(std::span<const LooseNode> nodes);

}  // namespace loomscope
