// SPDX-License-Identifier: Apache-2.0
// The cell of the timing table of TensorFlow Fold (Looks et al., 2017): a Tree-LSTM with a single state
// vector and a layer below its gates.
//
// H: width of the state. Row vectors; σ is the logistic function.
//   leaf      h = the word's vector [H]
//   cell      m = relu([h_l; h_r]·W + b),  W [2H, H]
//             [i; f_l; f_r; u] = m·U + d,  U [H, 4H]
//             h = σ(i)·tanh(u) + σ(f_l)·h_l + σ(f_r)·h_r
// Cell parameters: 6H² + 5H. The table's trees have 128 leaves and H = 1024.
#pragma once

#include "engine/models/word_tree_classifier.h"

namespace loomscope {

/// Reads labelled trees with words at the leaves.
class FoldCell final : public WordTreeClassifier {
public:
    static constexpr std::string_view kName = "fold-cell";
    [[nodiscard]] static const ModelInfo& info();

    FoldCell(const ModelOptions& options, WordsAndClasses facts, std::uint64_t seed);
    [[nodiscard]] std::string_view name() const override { return kName; }
};

}  // namespace loomscope
