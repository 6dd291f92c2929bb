// SPDX-License-Identifier: Apache-2.0
// A lattice LSTM: an LSTM over all paths of a word lattice at once, as in the benchmarks of ED-Batch (Chen et
// al., 2023; after Zhang and Yang, 2018). Every arc is one LSTM step, of a character or of a word, and a
// position has the sum of what its arcs bring.
//
// D: width of token vectors, H: width of the state, k: character or word. Row vectors; σ is the logistic
// function.
//   input     a = x·W_k + b_k,  x [D], W_k [D, 4H]
//   arc       [i; f; o; u] = a + h'·U_k,  U_k [H, 4H];  c = σ(i)·tanh(u) + σ(f)·c',  h = σ(o)·tanh(c)
//   position  h = Σ h_arc, c = Σ c_arc over the arcs that end there
// h' and c' are those of the position where the arc starts; arcs from position 0 do without (a alone is their
// gates). The products of all tokens with W_k don't wait for any state, so they are one batch.
// Cell parameters: 8(DH + H² + H).
#pragma once

#include "engine/models/part_classifier.h"

namespace loomscope {

/// Reads lattices with a tag for each position; position 0, before the first character, is not tagged.
class LatticeLstm final : public PartClassifier {
public:
    static constexpr std::string_view kName = "lattice-lstm";
    [[nodiscard]] static const ModelInfo& info();

    LatticeLstm(const ModelOptions& options, WordsAndClasses facts, std::uint64_t seed);
    [[nodiscard]] std::string_view name() const override { return kName; }

private:
    [[nodiscard]] Result<std::vector<Part>> addParts(GraphBuilder& builder, const Example& example,
                                                     std::int32_t stream) const override;
    [[nodiscard]] LstmState addArc(GraphBuilder& builder, const Lattice& lattice, const Lattice::Arc& arc,
                                   const LstmState& start, Expr nothing) const;

    std::int32_t hidden_;
    std::array<CellPointer, 2> input_, step_;  ///< of a character, of a word
    CellPointer first_;
};

}  // namespace loomscope
