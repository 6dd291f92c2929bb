// SPDX-License-Identifier: Apache-2.0
// Directed message passing over the bonds of a molecule (D-MPNN; Yang et al., 2019).
//
// A: features of an atom, B: of a bond, H: width of the state, T: targets. Row vectors; x_v atom, e_vw bond
// features.
//   start     h⁰_vw = relu([x_v; e_vw]·W_i),  W_i [A+B, H]
//   step      hᵗ⁺¹_vw = relu(h⁰_vw + (Σ_{k∈N(v)\w} hᵗ_kv)·W_m),  W_m [H, H], depth − 1 times
//   atom      h_v = relu([x_v; Σ_k h_kv]·W_a + b_a),  W_a [A+H, H]
//   readout   h = mean or sum of h_v
//   network   scores = relu(h·W_1 + b_1)·W_2 + b_2,  W_1 [H, H], W_2 [H, T]; dropout before both products
// Parameters: (A+B)H + H² + (A+H)H + H + H² + H + HT + T.
#pragma once

#include "engine/graph/cell.h"
#include "engine/graph/expr.h"
#include "engine/models/model.h"
#include "engine/models/molecule_targets.h"

#include <memory>
#include <span>
#include <vector>

namespace loomscope {

/// Reads molecules. A molecule without bonds is its atoms alone. Origins number atoms first, then bonds.
class Dmpnn final : public Model {
public:
    static constexpr std::string_view kName = "dmpnn";
    [[nodiscard]] static const ModelInfo& info();

    /// Errors: kInvalid if the dataset has no molecules or no targets.
    static Result<std::unique_ptr<Model>> make(const ModelOptions& options, const Dataset& train,
                                               std::uint64_t seed);
    /// Errors: kParse if `state` is not that of a dmpnn.
    static Result<std::unique_ptr<Model>> restore(const ModelOptions& options, std::string_view state,
                                                  std::uint64_t seed);

    [[nodiscard]] std::string_view name() const override { return kName; }
    [[nodiscard]] const ParameterStore& initialParameters() const override { return parameters_; }
    [[nodiscard]] const std::shared_ptr<SignatureTable>& signatures() const override { return signatures_; }
    [[nodiscard]] Result<ModelOutput> build(Graph& graph, const Example& example, BuildMode mode,
                                            std::int32_t stream) const override;
    [[nodiscard]] std::string state() const override;
    [[nodiscard]] std::vector<float> toOutputs(std::span<const float> raw) const override {
        return targets_.toOutputs(raw);
    }

private:
    using CellPointer = std::shared_ptr<const Cell>;

    Dmpnn(const ModelOptions& options, MoleculeTargets targets);
    static Result<std::unique_ptr<Model>> make(const ModelOptions& options, MoleculeTargets targets,
                                               std::uint64_t seed);
    void makeParameters(std::uint64_t seed);
    Result<void> makeCells();
    Result<CellPointer> makeNetwork(float dropoutRate) const;
    [[nodiscard]] std::vector<Expr> addBonds(GraphBuilder& builder, const Molecule& molecule,
                                             std::int32_t stream) const;
    [[nodiscard]] std::vector<Expr> addAtoms(GraphBuilder& builder, const Molecule& molecule,
                                             std::span<const Expr> bonds, std::int32_t stream) const;
    [[nodiscard]] Expr addScores(GraphBuilder& builder, std::span<const Expr> atoms, BuildMode mode,
                                 std::int32_t stream) const;

    MoleculeTargets targets_;
    std::int32_t hidden_;
    std::int32_t depth_;
    float dropout_;
    bool isSum_;
    ParameterStore parameters_;
    std::shared_ptr<SignatureTable> signatures_ = std::make_shared<SignatureTable>();
    ParameterId start_, step_, atomWeight_, atomBias_, hiddenWeight_, hiddenBias_, outputWeight_, outputBias_;
    CellPointer startCell_, stepCell_, atomCell_, trainNetwork_, network_;
};

}  // namespace loomscope
