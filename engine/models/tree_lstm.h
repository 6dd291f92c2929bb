// SPDX-License-Identifier: Apache-2.0
// The binary (constituency) Tree-LSTM of Tai, Socher and Manning (2015), laid out as in the authors' own
// program.
//
// D: width of word vectors, H: width of the state, C: classes. Row vectors; σ is the logistic function.
//   leaf      [o; c] = x·W + b,  x [D], W [D, 2H];  h = σ(o)·tanh(c)      (no input gate)
//   composer  [i; f_l; f_r; o; u] = [h_l; h_r]·U + b_l + b_r,  U [2H, 5H]
//             c = σ(i)·tanh(u) + σ(f_l)·c_l + σ(f_r)·c_r,  h = σ(o)·tanh(c)
//   output    scores = dropout(h)·V + v,  V [H, C];  loss = cross-entropy, summed over all nodes that have a
//   label
// The authors' program has one linear map with its own bias for each child and gate: b_l and b_r are both
// kept, as the two rows of one parameter. Cell parameters: 2(DH + H) + 10(H² + H), 316,800 for D = 300 and H
// = 150.
#pragma once

#include "engine/data/vocabulary.h"
#include "engine/graph/cell.h"
#include "engine/graph/expr.h"
#include "engine/models/model.h"

#include <memory>

namespace loomscope {

/// Reads labelled trees with words at the leaves. A node with one child has its child's state; the children
/// of a node with more than two are joined two by two from the left by the composer.
class TreeLstm final : public Model {
public:
    static constexpr std::string_view kName = "tree-lstm";
    [[nodiscard]] static const ModelInfo& info();

    /// Errors: kInvalid if the dataset has no trees or no classes.
    static Result<std::unique_ptr<Model>> make(const ModelOptions& options, const Dataset& train,
                                               std::uint64_t seed);
    /// Errors: kParse if `state` is not that of a tree-lstm.
    static Result<std::unique_ptr<Model>> restore(const ModelOptions& options, std::string_view state,
                                                  std::uint64_t seed);

    [[nodiscard]] std::string_view name() const override { return kName; }
    [[nodiscard]] const ParameterStore& initialParameters() const override { return parameters_; }
    [[nodiscard]] const std::shared_ptr<SignatureTable>& signatures() const override { return signatures_; }
    [[nodiscard]] Result<ModelOutput> build(Graph& graph, const Example& example, BuildMode mode,
                                            std::int32_t stream) const override;
    [[nodiscard]] std::string state() const override;
    /// Probabilities of the classes.
    [[nodiscard]] std::vector<float> toOutputs(std::span<const float> raw) const override;

private:
    using CellPointer = std::shared_ptr<const Cell>;

    TreeLstm(const ModelOptions& options, Vocabulary words, std::int32_t numClasses);
    static Result<std::unique_ptr<Model>> make(const ModelOptions& options, Vocabulary words,
                                               std::int32_t numClasses, std::uint64_t seed);
    void makeParameters(std::uint64_t seed);
    Result<void> makeCells();
    Result<CellPointer> makeLeaf() const;
    Result<CellPointer> makeComposer() const;
    Result<CellPointer> makeOutput(float dropoutRate) const;
    [[nodiscard]] Expr scores(GraphBuilder& builder, Expr h) const;
    Result<std::vector<LstmState>> addStates(GraphBuilder& builder, const Example& example, const Tree& tree,
                                             std::int32_t stream) const;
    [[nodiscard]] ModelOutput addOutputs(GraphBuilder& builder, const Tree& tree,
                                         std::span<const LstmState> states, BuildMode mode,
                                         std::int32_t stream) const;

    Vocabulary words_;
    std::int32_t numClasses_;
    std::int32_t embed_;
    std::int32_t hidden_;
    float dropout_;
    ParameterStore parameters_;
    std::shared_ptr<SignatureTable> signatures_ = std::make_shared<SignatureTable>();
    ParameterId table_, leafWeight_, leafBias_, composerWeight_, composerBias_, outputWeight_, outputBias_;
    CellPointer leaf_, composer_, trainOutput_, output_;
};

}  // namespace loomscope
