// SPDX-License-Identifier: Apache-2.0
// The binary (constituency) Tree-LSTM of Tai, Socher and Manning (2015), laid out as in the authors' own
// program.
//
// D: width of word vectors, H: width of the state. Row vectors; σ is the logistic function.
//   leaf      [o; c] = x·W + b,  x [D], W [D, 2H];  h = σ(o)·tanh(c)      (no input gate)
//   composer  [i; f_l; f_r; o; u] = [h_l; h_r]·U + b_l + b_r,  U [2H, 5H]
//             c = σ(i)·tanh(u) + σ(f_l)·c_l + σ(f_r)·c_r,  h = σ(o)·tanh(c)
// The authors' program has one linear map with its own bias for each child and gate: b_l and b_r are both
// kept, as the two rows of one parameter. Cell parameters: 2(DH + H) + 10(H² + H), 316,800 for D = 300 and H
// = 150.
#pragma once

#include "engine/models/tree_classifier.h"

namespace loomscope {

/// Reads labelled trees with words at the leaves.
class TreeLstm final : public TreeClassifier {
public:
    static constexpr std::string_view kName = "tree-lstm";
    [[nodiscard]] static const ModelInfo& info();

    TreeLstm(const ModelOptions& options, WordsAndClasses facts, std::uint64_t seed);
    [[nodiscard]] std::string_view name() const override { return kName; }

private:
    [[nodiscard]] LstmState leaf(GraphBuilder& builder, std::int32_t word) const override;
    [[nodiscard]] LstmState compose(GraphBuilder& builder, const LstmState& left,
                                    const LstmState& right) const override;

    CellPointer leaf_, composer_;
};

}  // namespace loomscope
