// SPDX-License-Identifier: Apache-2.0
// TreeFC: one fully connected layer at every inner node, the smallest recursive model. It is the second cell
// of the benchmark of TensorFlow Fold (Looks et al., 2017) and common since in work on dynamic batching.
//
// H: width of the state. Row vectors.
//   leaf      h = the word's vector [H]
//   fc        h = relu([h_l; h_r]·W + b),  W [2H, H], b [H]
// Cell parameters: 2H² + H.
#pragma once

#include "engine/models/word_tree_classifier.h"

namespace loomscope {

/// Reads labelled trees with words at the leaves.
class TreeFc final : public WordTreeClassifier {
public:
    static constexpr std::string_view kName = "tree-fc";
    [[nodiscard]] static const ModelInfo& info();

    TreeFc(const ModelOptions& options, WordsAndClasses facts, std::uint64_t seed);
    [[nodiscard]] std::string_view name() const override { return kName; }
};

}  // namespace loomscope
