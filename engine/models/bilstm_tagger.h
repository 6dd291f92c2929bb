// SPDX-License-Identifier: Apache-2.0
// A tagger of words: one LSTM from the left, one from the right, and a classifier on both states of a word
// (Graves and Schmidhuber, 2005; the LSTM with forget gates of Gers et al., 2000).
//
// D: width of word vectors, H: width of the state of a direction d. Row vectors; σ is the logistic function.
//   word      a_d = x·W_d + b_d,  x [D], W_d [D, 4H], for both directions
//   first     [i; f; o; u] = a_d;  c = σ(i)·tanh(u),  h = σ(o)·tanh(c)
//   step      [i; f; o; u] = a_d + h'·U_d,  U_d [H, 4H];  c = σ(i)·tanh(u) + σ(f)·c',  h = σ(o)·tanh(c)
// h' and c' are those of the word before, seen in the direction. The products of all words with W_d don't
// wait for any state, so they are one batch. The classifier sees [h_left; h_right].
// Cell parameters: 8(DH + H² + H).
#pragma once

#include "engine/models/part_classifier.h"

namespace loomscope {

/// Reads sequences with a tag for each word; a sequence without tags can be tagged, not learned from.
class BilstmTagger final : public PartClassifier {
public:
    static constexpr std::string_view kName = "bilstm-tagger";
    [[nodiscard]] static const ModelInfo& info();

    BilstmTagger(const ModelOptions& options, WordsAndClasses facts, std::uint64_t seed);
    [[nodiscard]] std::string_view name() const override { return kName; }

private:
    [[nodiscard]] Result<std::vector<Part>> addParts(GraphBuilder& builder, const Example& example,
                                                     std::int32_t stream) const override;

    std::int32_t hidden_;
    CellPointer word_, first_;
    std::array<CellPointer, 2> step_;  ///< from the left, from the right
};

}  // namespace loomscope
