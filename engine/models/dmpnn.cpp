// SPDX-License-Identifier: Apache-2.0
#include "engine/models/dmpnn.h"

#include "engine/data/molecule_features.h"
#include "engine/models/model_options.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <utility>
#include <variant>

namespace loomscope {

namespace {

constexpr std::array kOptions{
    ModelOption{"hidden", 300, 1, 8192, "width of the state of a bond and an atom"},
    ModelOption{"depth", 3, 1, 64, "how many bonds away an atom's state sees"},
    ModelOption{"dropout", 0, 0, 0.95, "share dropped before each layer of the last network in training"},
    ModelOption{"sum_readout", 0, 0, 1, "1: a molecule is the sum of its atoms; 0: their mean"},
};

constexpr Initializer kWeight{.kind = Initializer::Kind::kGlorotUniform};
constexpr Initializer kBias{.kind = Initializer::Kind::kZero};

double valueOf(const ModelOptions& options, std::string_view name) {
    return options.find(name)->second;
}

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

Dmpnn::Dmpnn(const ModelOptions& options, MoleculeTargets targets)
    : targets_(std::move(targets)),
      hidden_(static_cast<std::int32_t>(valueOf(options, "hidden"))),
      depth_(static_cast<std::int32_t>(valueOf(options, "depth"))),
      dropout_(static_cast<float>(valueOf(options, "dropout"))),
      isSum_(valueOf(options, "sum_readout") >= 0.5) {}

Result<std::unique_ptr<Model>> Dmpnn::make(const ModelOptions& options, MoleculeTargets targets,
                                           std::uint64_t seed) {
    std::unique_ptr<Dmpnn> model(new Dmpnn(completeOptions(info(), options), std::move(targets)));
    model->makeParameters(seed);
    LOOM_TRY_VOID(model->makeCells());
    return model;
}

Result<std::unique_ptr<Model>> Dmpnn::make(const ModelOptions& options, const Dataset& train,
                                           std::uint64_t seed) {
    if (train.info().kind != StructureKind::kMolecule) {
        return fail(ErrorCode::kInvalid,
                    fmt::format("dmpnn learns from molecules; {} holds something else ({})",
                                train.info().name, loomscope::name(train.info().kind)));
    }
    LOOM_TRY(MoleculeTargets targets, MoleculeTargets::of(train));
    return make(options, std::move(targets), seed);
}

Result<std::unique_ptr<Model>> Dmpnn::restore(const ModelOptions& options, std::string_view state,
                                              std::uint64_t seed) {
    LOOM_TRY(MoleculeTargets targets,
             MoleculeTargets::fromJson(nlohmann::json::parse(state, nullptr, /*allow_exceptions=*/false)));
    return make(options, std::move(targets), seed);
}

std::string Dmpnn::state() const {
    return targets_.toJson().dump();
}

void Dmpnn::makeParameters(std::uint64_t seed) {
    const auto addWeight = [&](std::string name, std::int32_t in, std::int32_t out) {
        return parameters_.add(std::move(name), Shape{in, out}, kWeight, seed);
    };
    const auto addBias = [&](std::string name, std::int32_t width) {
        const ParameterId id = parameters_.add(std::move(name), Shape{width}, kBias, seed);
        parameters_.parameter(id).isDecayed = false;
        return id;
    };
    start_ = addWeight("start.weight", numAtomFeatures() + numBondFeatures(), hidden_);
    step_ = addWeight("step.weight", hidden_, hidden_);
    atomWeight_ = addWeight("atom.weight", numAtomFeatures() + hidden_, hidden_);
    atomBias_ = addBias("atom.bias", hidden_);
    hiddenWeight_ = addWeight("network.hidden.weight", hidden_, hidden_);
    hiddenBias_ = addBias("network.hidden.bias", hidden_);
    outputWeight_ = addWeight("network.output.weight", hidden_, targets_.size());
    outputBias_ = addBias("network.output.bias", targets_.size());
}

Result<void> Dmpnn::makeCells() {
    const auto makeCell = [this](std::string name, std::initializer_list<Shape> formals,
                                 const auto& body) -> Result<CellPointer> {
        Graph graph(signatures_);
        GraphBuilder g(graph, parameters_);
        std::vector<Expr> arguments;
        for (const Shape& shape : formals) {
            arguments.push_back(g.formal(shape));
        }
        const Expr result = body(g, arguments);
        LOOM_TRY_VOID(g.finish());
        return Cell::make(std::move(name), std::move(graph), {result.id});
    };
    const Shape state{hidden_};
    const Shape atom{numAtomFeatures()};
    LOOM_TRY(startCell_,
             makeCell("start", {Shape{numAtomFeatures() + numBondFeatures()}},
                      [this](auto& g, auto& x) { return relu(product(x[0], g.parameter(start_))); }));
    LOOM_TRY(stepCell_, makeCell("step", {state, state}, [this](auto& g, auto& x) {
                 return relu(x[0] + product(x[1], g.parameter(step_)));
             }));
    LOOM_TRY(
        atomCell_, makeCell("atom", {atom, state}, [this](auto& g, auto& x) {
            return relu(affine(concatenate({x[0], x[1]}), g.parameter(atomWeight_), g.parameter(atomBias_)));
        }));
    LOOM_TRY(network_, makeNetwork(0.0F));
    LOOM_TRY(trainNetwork_, makeNetwork(dropout_));
    return {};
}

Result<Dmpnn::CellPointer> Dmpnn::makeNetwork(float dropoutRate) const {
    Graph body(signatures_);
    GraphBuilder g(body, parameters_);
    const auto dropped = [dropoutRate](Expr x) { return dropoutRate > 0 ? dropout(x, dropoutRate, 0) : x; };
    const Expr molecule = g.formal(Shape{hidden_});
    const Expr hidden = relu(affine(dropped(molecule), g.parameter(hiddenWeight_), g.parameter(hiddenBias_)));
    const Expr scores = affine(dropped(hidden), g.parameter(outputWeight_), g.parameter(outputBias_));
    LOOM_TRY_VOID(g.finish());
    return Cell::make("network", std::move(body), {scores.id});
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
                next[e] = builder.call(stepCell_, std::array{start[e], sum(builder, others, hidden_)})[0];
            }
        }
        std::swap(state, next);
    }
    return state;
}

std::vector<Expr> Dmpnn::addAtoms(GraphBuilder& builder, const Molecule& molecule,
                                  std::span<const Expr> bonds, std::int32_t stream) const {
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
        atoms[v] = builder.call(atomCell_, std::array{x, sum(builder, messages, hidden_)})[0];
    }
    return atoms;
}

Expr Dmpnn::addScores(GraphBuilder& builder, std::span<const Expr> atoms, BuildMode mode,
                      std::int32_t stream) const {
    builder.graph().setOrigin({.example = stream});
    const Expr molecule = isSum_ ? sum(builder, atoms, hidden_) : mean(builder, atoms, hidden_);
    const CellPointer& network = mode == BuildMode::kTrain ? trainNetwork_ : network_;
    const std::array streams{2 * stream, 2 * stream + 1};
    return builder.call(network, std::span(&molecule, 1),
                        std::span(streams).first(network->payloadNodes().size()))[0];
}

Result<ModelOutput> Dmpnn::build(Graph& graph, const Example& example, BuildMode mode,
                                 std::int32_t stream) const {
    const auto* molecule = std::get_if<Molecule>(&example.structure);
    if (molecule == nullptr || molecule->atoms.empty()) {
        return fail(ErrorCode::kInvalid, "dmpnn reads molecules; this record is none, or has no atoms",
                    {.record = example.record, .line = example.line});
    }
    GraphBuilder builder(graph, parameters_);
    const std::vector<Expr> bonds = addBonds(builder, *molecule, stream);
    const std::vector<Expr> atoms = addAtoms(builder, *molecule, bonds, stream);
    const Expr scores = addScores(builder, atoms, mode, stream);
    const Expr loss = targets_.addLoss(builder, scores, example.targets);
    if (auto built = builder.finish(); !built) {
        return fail(std::move(built).error().withContext(fmt::format("building record {}", example.record)));
    }
    return ModelOutput{.loss = loss.id, .predictions = {{.output = scores.id, .isRoot = true}}};
}

}  // namespace loomscope
