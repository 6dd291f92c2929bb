// SPDX-License-Identifier: Apache-2.0
#include "engine/models/gcn.h"

#include "engine/data/molecule_features.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <utility>

namespace loomscope {

namespace {

constexpr std::array kOptions{
    ModelOption{"hidden", 300, 1, 8192, "width of the state of an atom"},
    ModelOption{"depth", 3, 1, 64, "layers: how many bonds away an atom's state sees"},
    kNetworkDropoutOption,
    kSumReadoutOption,
};

/// For each atom its neighbours and itself.
std::vector<std::vector<std::size_t>> neighbourhoods(const Molecule& molecule) {
    std::vector<std::vector<std::size_t>> near(molecule.atoms.size());
    for (std::size_t v = 0; v < near.size(); ++v) {
        near[v].push_back(v);
    }
    for (const Molecule::Bond& bond : molecule.bonds) {
        const auto begin = static_cast<std::size_t>(bond.begin);
        const auto end = static_cast<std::size_t>(bond.end);
        near[begin].push_back(end);
        near[end].push_back(begin);
    }
    return near;
}

float rootWeight(std::span<const std::size_t> near) {
    return 1.0F / std::sqrt(static_cast<float>(near.size()));
}

}  // namespace

const ModelInfo& Gcn::info() {
    static constexpr ModelInfo kInfo{.name = kName,
                                     .title = "Graph convolutions (Kipf and Welling, 2017)",
                                     .reads = StructureKind::kMolecule,
                                     .options = kOptions};
    return kInfo;
}

Gcn::Gcn(const ModelOptions& options, MoleculeTargets targets, std::uint64_t seed)
    : MoleculeModel(options, std::move(targets), seed) {
    const std::int32_t depth = integerOption(options, "depth");
    for (std::int32_t layer = 0; layer < depth; ++layer) {
        const std::int32_t width = layer == 0 ? numAtomFeatures() : hidden();
        const ParameterId weight = addWeight(fmt::format("layer{}.weight", layer), width, hidden());
        const ParameterId bias = addBias(fmt::format("layer{}.bias", layer), Shape{hidden()});
        layers_.push_back(
            makeCell("layer", std::array{Shape{width}}, [&](GraphBuilder& g, std::span<const Expr> x) {
                return std::vector{relu(affine(x[0], g.parameter(weight), g.parameter(bias)))};
            }));
    }
    addNetwork();
}

std::vector<Expr> Gcn::addAtoms(GraphBuilder& builder, const Molecule& molecule, std::int32_t stream) const {
    const auto near = neighbourhoods(molecule);
    const auto setOrigin = [&](std::size_t v) {
        builder.graph().setOrigin({.example = stream, .part = static_cast<std::int32_t>(v)});
    };
    std::vector<float> features(static_cast<std::size_t>(numAtomFeatures()));
    std::vector<Expr> atoms(molecule.atoms.size());
    for (std::size_t v = 0; v < atoms.size(); ++v) {
        setOrigin(v);
        atomFeatures(molecule, static_cast<int>(v), features);
        atoms[v] = builder.input(Shape{numAtomFeatures()}, features);
    }
    // 1/√(d_v·d_w) is 1/√d_w before the sum and 1/√d_v behind it.
    std::vector<Expr> scaled(atoms.size());
    std::vector<Expr> items;
    for (const CellPointer& layer : layers_) {
        for (std::size_t v = 0; v < atoms.size(); ++v) {
            setOrigin(v);
            scaled[v] = rootWeight(near[v]) * atoms[v];
        }
        for (std::size_t v = 0; v < atoms.size(); ++v) {
            items.clear();
            for (const std::size_t w : near[v]) {
                items.push_back(scaled[w]);
            }
            setOrigin(v);
            const Expr total = rootWeight(near[v]) * sum(builder, items, items[0].width());
            atoms[v] = builder.call(layer, std::span(&total, 1))[0];
        }
    }
    return atoms;
}

}  // namespace loomscope
