// SPDX-License-Identifier: Apache-2.0
// Directed message passing over the bonds of a molecule (D-MPNN; Yang et al., 2019).
//
// A: features of an atom, B: of a bond, H: width of the state, T: targets. Row vectors; x_v atom, e_vw bond
// features.
//   start     h⁰_vw = relu([x_v; e_vw]·W_i),  W_i [A+B, H]
//   step      hᵗ⁺¹_vw = relu(h⁰_vw + (Σ_{k∈N(v)\w} hᵗ_kv)·W_m),  W_m [H, H], depth − 1 times
//   atom      h_v = relu([x_v; Σ_k h_kv]·W_a + b_a),  W_a [A+H, H]
// Readout and network are those of MoleculeModel.
// Parameters: (A+B)H + H² + (A+H)H + H + H² + H + HT + T.
#pragma once

#include "engine/models/molecule_model.h"

namespace loomscope {

/// A molecule without bonds is its atoms alone.
class Dmpnn final : public MoleculeModel {
public:
    static constexpr std::string_view kName = "dmpnn";
    [[nodiscard]] static const ModelInfo& info();

    Dmpnn(const ModelOptions& options, MoleculeTargets targets, std::uint64_t seed);
    [[nodiscard]] std::string_view name() const override { return kName; }

private:
    [[nodiscard]] std::vector<Expr> addAtoms(GraphBuilder& builder, const Molecule& molecule,
                                             std::int32_t stream) const override;
    [[nodiscard]] std::vector<Expr> addBonds(GraphBuilder& builder, const Molecule& molecule,
                                             std::int32_t stream) const;

    std::int32_t depth_;
    CellPointer startCell_, stepCell_, atomCell_;
};

}  // namespace loomscope
