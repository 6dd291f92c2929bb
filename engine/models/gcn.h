// SPDX-License-Identifier: Apache-2.0
// A graph convolutional network over the atoms of a molecule (Kipf and Welling, 2017).
//
// A: features of an atom, H: width of the state; d_v: neighbours of atom v, and itself. Row vectors.
//   layer     hᵗ⁺¹_v = relu((Σ_{w∈N(v)∪{v}} hᵗ_w/√(d_v·d_w))·W_t + b_t),  h⁰_v the features of atom v,
//             W_0 [A, H], the others [H, H], depth times
// Readout and network are those of MoleculeModel. Bonds count as being there or not: their features are not
// read.
// Parameters: AH + H + (depth−1)(H² + H) + H² + H + HT + T for T targets.
#pragma once

#include "engine/models/molecule_model.h"

namespace loomscope {

/// A molecule without bonds is its atoms alone.
class Gcn final : public MoleculeModel {
public:
    static constexpr std::string_view kName = "gcn";
    [[nodiscard]] static const ModelInfo& info();

    Gcn(const ModelOptions& options, MoleculeTargets targets, std::uint64_t seed);
    [[nodiscard]] std::string_view name() const override { return kName; }

private:
    [[nodiscard]] std::vector<Expr> addAtoms(GraphBuilder& builder, const Molecule& molecule,
                                             std::int32_t stream) const override;

    std::vector<CellPointer> layers_;
};

}  // namespace loomscope
