// SPDX-License-Identifier: Apache-2.0
// The child-sum Tree-LSTM of Tai, Socher and Manning (2015) on trees whose words are leaves, written as
// blocks.
//
// D: width of word vectors, H: width of the state. Row vectors; σ is the logistic function.
//   leaf      [o; c] = x·W + b,  x [D], W [D, 2H];  h = σ(o)·tanh(c)
//   composer  f_k = σ(h_k·U_f + b_f) for each child k,  U_f [H, H]
//             [i; o; u] = (Σ h_k)·U + b,  U [H, 3H]
//             c = σ(i)·tanh(u) + Σ f_k·c_k,  h = σ(o)·tanh(c)
//   output    scores = dropout(h)·V + v at every node,  V [H, C]
#pragma once

#include "engine/models/block_model.h"

namespace loomscope {

/// Reads labelled trees of any number of children with words at the leaves.
class ChildSumTreeLstm final : public BlockModel {
public:
    static constexpr std::string_view kName = "tree-lstm-child-sum";
    [[nodiscard]] static const ModelInfo& info();

    ChildSumTreeLstm(const ModelOptions& options, WordsAndClasses facts, std::uint64_t seed);
    [[nodiscard]] std::string_view name() const override { return kName; }
};

}  // namespace loomscope
