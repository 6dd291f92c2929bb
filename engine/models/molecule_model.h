// SPDX-License-Identifier: Apache-2.0
// Models that predict the targets of a molecule from the states of its atoms: what remains to a model is how
// atoms get them.
//
// H: width of an atom's state, T: targets. Row vectors.
//   readout   h = mean or sum of h_v over all atoms v
//   network   scores = relu(h·W_1 + b_1)·W_2 + b_2,  W_1 [H, H], W_2 [H, T]; dropout before both products
#pragma once

#include "engine/models/molecule_targets.h"
#include "engine/models/zoo_model.h"

namespace loomscope {

inline constexpr ModelOption kNetworkDropoutOption{
    "dropout", 0, 0, 0.95, "share dropped before each layer of the last network in training"};
inline constexpr ModelOption kSumReadoutOption{"sum_readout", 0, 0, 1,
                                               "1: a molecule is the sum of its atoms; 0: their mean"};

/// Reads molecules. Origins number atoms first, then bonds.
class MoleculeModel : public ZooModel {
public:
    using Facts = MoleculeTargets;

    [[nodiscard]] Result<ModelOutput> build(Graph& graph, const Example& example, BuildMode mode,
                                            std::int32_t stream) const final;
    [[nodiscard]] std::string state() const final;
    [[nodiscard]] std::vector<float> toOutputs(std::span<const float> raw) const final {
        return targets_.toOutputs(raw);
    }

protected:
    MoleculeModel(const ModelOptions& options, MoleculeTargets targets, std::uint64_t seed);
    /// Adds parameters and cells of the network.
    void addNetwork();
    /// Appends what gives each atom its state [H].
    [[nodiscard]] virtual std::vector<Expr> addAtoms(GraphBuilder& builder, const Molecule& molecule,
                                                     std::int32_t stream) const = 0;
    [[nodiscard]] std::int32_t hidden() const { return hidden_; }

private:
    [[nodiscard]] CellPointer makeNetwork(float dropoutRate) const;
    [[nodiscard]] Expr addScores(GraphBuilder& builder, std::span<const Expr> atoms, BuildMode mode,
                                 std::int32_t stream) const;

    MoleculeTargets targets_;
    std::int32_t hidden_;
    float dropout_;
    bool isSum_;
    ParameterId hiddenWeight_, hiddenBias_, outputWeight_, outputBias_;
    CellPointer trainNetwork_, network_;
};

}  // namespace loomscope
