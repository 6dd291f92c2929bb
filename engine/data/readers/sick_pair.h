// SPDX-License-Identifier: Apache-2.0
// A pair of sentences as one tree.
#pragma once

#include "engine/data/readers/tree_assembly.h"

#include <array>
#include <span>
#include <string_view>
#include <vector>

namespace loomscope {

/// The judgments of SICK, the classes of its pairs.
inline constexpr std::array<std::string_view, 3> kEntailments = {"CONTRADICTION", "NEUTRAL", "ENTAILMENT"};

/// The class of a judgment in any letter case, or −1.
[[nodiscard]] std::int32_t entailmentClass(std::string_view judgment);

/// Puts two sentences below a root of the category PAIR: the root of each keeps its place, A before B.
[[nodiscard]] Tree pairTrees(std::span<const LooseNode> a, std::span<const LooseNode> b, std::int32_t label);

/// A sentence without a parse: one phrase with its words, cut at blanks. A single word is the phrase.
[[nodiscard]] std::vector<LooseNode> flatSentence(std::string_view text, std::string_view category);

}  // namespace loomscope
