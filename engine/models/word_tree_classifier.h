// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/models/tree_classifier.h"

#include <array>

namespace loomscope {

inline constexpr std::array kWordTreeOptions{
    ModelOption{"hidden", 150, 1, 8192, "width of the state of a node and of a word's vector"},
    kDropoutOption,
    kMinCountOption,
    kRootOnlyOption,
};

/// Tree models with one state vector [H] a node and no memory beside it: a leaf's state is its word's vector.
/// What remains to a model is the cell that joins two states.
class WordTreeClassifier : public TreeClassifier {
protected:
    /// Adds the table of words; the model adds the weights of its cell, then calls finish.
    WordTreeClassifier(const ModelOptions& options, WordsAndClasses facts, std::uint64_t seed);

    [[nodiscard]] std::int32_t hidden() const { return hidden_; }
    /// Adds the cell, whose formals are h_l and h_r and whose output is h, and the classifier.
    void finish(std::string cellName, const CellBody& body);

private:
    [[nodiscard]] LstmState leaf(GraphBuilder& builder, std::int32_t word) const final;
    [[nodiscard]] LstmState compose(GraphBuilder& builder, const LstmState& left,
                                    const LstmState& right) const final;

    std::int32_t hidden_;
    ParameterId table_;
    CellPointer cell_;
};

}  // namespace loomscope
