// SPDX-License-Identifier: Apache-2.0
#include "engine/models/dmpnn.h"

#include "engine/data/molecule_features.h"

#include <array>
#include <utility>

namespace loomscope {

namespace {

constexpr std::array kOptions{
    ModelOption{"hidden", 300, 1, 8192, "width of the state of a bond and an atom"},
    ModelOption{"depth", 3, 1, 64, "how many bonds away an atom's state sees"},
    kNetworkDropoutOption,
    kSumReadoutOption,
};

/// For each atom the directed bonds that end there. Bond b gives 2b (begin to end) and 2b + 1 (back).
std::vector<std::vector<std::size_t>> incomingBonds(const Molecule& molecule) {
    std::vector<std::vector<std::size_t>> incoming(molecule.atoms.size());
    for (std::size_t b = 0; b < molecule.bonds.size(); ++b) {
        incoming[static_cast<std::size_t>(molecule.bonds[b].end)].push_back(2 * b);
        incoming[static_cast<std::size_t>(molecule.bonds[b].begin)].push_back(2 * b + 1);
    }
    return incoming;
}

std::size_t sourceOf(const Molecule& molecule, std::size_t directed) {
    const Molecule::Bond& bond = molecule.bonds[directed / 2];
    return static_cast<std::size_t>(directed % 2 == 0 ? bond.begin : bond.end);
}

Origin bondOrigin(const Molecule& molecule, std::size_t directed, std::int32_t stream) {
    return {.example = stream, .part = static_cast<std::int32_t>(molecule.atoms.size() + directed / 2)};
}

}  // namespace

const ModelInfo& Dmpnn::info() {
    static constexpr ModelInfo kInfo{.name = kName,
                                     .title = "Directed message passing (Yang et al., 2019)",
                                     .reads = StructureKind::kMolecule,
                                     .options = kOptions};
    return kInfo;
}

Dmpnn::Dmpnn(const ModelOptions& options, MoleculeTargets targets, std::uint64_t seed)
    : MoleculeModel(options, std::move(targets), seed), depth_(integerOption(options, "depth")) {
    const std::int32_t startWidth = numAtomFeatures() + numBondFeatures();
    const ParameterId start = addWeight("start.weight", startWidth, hidden());
    const ParameterId step = addWeight("step.weight", hidden(), hidden());
    const ParameterId atomWeight = addWeight("atom.weight", numAtomFeatures() + hidden(), hidden());
    const ParameterId atomBias = addBias("atom.bias", Shape{hidden()});
    const Shape state{hidden()};
    startCell_ =
        makeCell("start", std::array{Shape{startWidth}}, [&](GraphBuilder& g, std::span<const Expr> x) {
            return std::vector{relu(product(x[0], g.parameter(start)))};
        });
    stepCell_ = makeCell("step", std::array{state, state}, [&](GraphBuilder& g, std::span<const Expr> x) {
        return std::vector{relu(x[0] + product(x[1], g.parameter(step)))};
    });
    atomCell_ = makeCell(
        "atom", std::array{Shape{numAtomFeatures()}, state}, [&](GraphBuilder& g, std::span<const Expr> x) {
            return std::vector{relu(affine(concatenate(x), g.parameter(atomWeight), g.parameter(atomBias)))};
        });
    addNetwork();
}

std::vector<Expr> Dmpnn::addBonds(GraphBuilder& builder, const Molecule& molecule,
                                  std::int32_t stream) const {
    const auto numAtom = static_cast<std::size_t>(numAtomFeatures());
    std::vector<float> features(numAtom + static_cast<std::size_t>(numBondFeatures()));
    std::vector<Expr> start(2 * molecule.bonds.size());
    for (std::size_t e = 0; e < start.size(); ++e) {
        builder.graph().setOrigin(bondOrigin(molecule, e, stream));
        atomFeatures(molecule, static_cast<int>(sourceOf(molecule, e)), std::span(features).first(numAtom));
        bondFeatures(molecule, static_cast<int>(e / 2), std::span(features).subspan(numAtom));
        const Expr x = builder.input(Shape{static_cast<std::int32_t>(features.size())}, features);
        start[e] = builder.call(startCell_, std::span(&x, 1))[0];
    }
    const auto incoming = incomingBonds(molecule);
    std::vector<Expr> state = start;
    std::vector<Expr> next = start;
    std::vector<Expr> others;
    for (std::int32_t step = 1; step < depth_; ++step) {
        for (std::size_t e = 0; e < start.size(); ++e) {
            others.clear();
            for (const std::size_t other : incoming[sourceOf(molecule, e)]) {
                if (other != (e ^ 1)) {
                    others.push_back(state[other]);
                }
            }
            // Without other bonds the step gives relu(h⁰) = h⁰.
            if (!others.empty()) {
                builder.graph().setOrigin(bondOrigin(molecule, e, stream));
                next[e] = builder.call(stepCell_, std::array{start[e], sum(builder, others, hidden())})[0];
            }
        }
        std::swap(state, next);
    }
    return state;
}

std::vector<Expr> Dmpnn::addAtoms(GraphBuilder& builder, const Molecule& molecule,
                                  std::int32_t stream) const {
    const std::vector<Expr> bonds = addBonds(builder, molecule, stream);
    const auto incoming = incomingBonds(molecule);
    std::vector<float> features(static_cast<std::size_t>(numAtomFeatures()));
    std::vector<Expr> atoms(molecule.atoms.size());
    for (std::size_t v = 0; v < atoms.size(); ++v) {
        builder.graph().setOrigin({.example = stream, .part = static_cast<std::int32_t>(v)});
        atomFeatures(molecule, static_cast<int>(v), features);
        std::vector<Expr> messages;
        for (const std::size_t e : incoming[v]) {
            messages.push_back(bonds[e]);
        }
        const Expr x = builder.input(Shape{numAtomFeatures()}, features);
        atoms[v] = builder.call(atomCell_, std::array{x, sum(builder, messages, hidden())})[0];
    }
    return atoms;
}

}  // namespace loomscope
