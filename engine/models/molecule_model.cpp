// SPDX-License-Identifier: Apache-2.0
#include "engine/models/molecule_model.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <utility>
#include <variant>

namespace loomscope {

MoleculeModel::MoleculeModel(const ModelOptions& options, MoleculeTargets targets, std::uint64_t seed)
    : ZooModel(seed),
      targets_(std::move(targets)),
      hidden_(integerOption(options, "hidden")),
      dropout_(static_cast<float>(options.find(kNetworkDropoutOption.name)->second)),
      isSum_(integerOption(options, kSumReadoutOption.name) != 0) {}

void MoleculeModel::addNetwork() {
    hiddenWeight_ = addWeight("network.hidden.weight", hidden_, hidden_);
    hiddenBias_ = addBias("network.hidden.bias", Shape{hidden_});
    outputWeight_ = addWeight("network.output.weight", hidden_, targets_.size());
    outputBias_ = addBias("network.output.bias", Shape{targets_.size()});
    network_ = makeNetwork(0.0F);
    trainNetwork_ = dropout_ > 0 ? makeNetwork(dropout_) : network_;
}

CellPointer MoleculeModel::makeNetwork(float dropoutRate) const {
    const auto dropped = [dropoutRate](Expr x) { return dropoutRate > 0 ? dropout(x, dropoutRate, 0) : x; };
    return makeCell("network", std::array{Shape{hidden_}}, [&](GraphBuilder& g, std::span<const Expr> x) {
        const Expr hidden = relu(affine(dropped(x[0]), g.parameter(hiddenWeight_), g.parameter(hiddenBias_)));
        return std::vector{affine(dropped(hidden), g.parameter(outputWeight_), g.parameter(outputBias_))};
    });
}

Expr MoleculeModel::addScores(GraphBuilder& builder, std::span<const Expr> atoms, BuildMode mode,
                              std::int32_t stream) const {
    builder.graph().setOrigin({.example = stream});
    const Expr molecule = isSum_ ? sum(builder, atoms, hidden_) : mean(builder, atoms, hidden_);
    const CellPointer& network = mode == BuildMode::kTrain ? trainNetwork_ : network_;
    const std::array streams{2 * stream, 2 * stream + 1};
    return builder.call(network, std::span(&molecule, 1),
                        std::span(streams).first(network->payloadNodes().size()))[0];
}

std::string MoleculeModel::state() const {
    return targets_.toJson().dump();
}

Result<ModelOutput> MoleculeModel::build(Graph& graph, const Example& example, BuildMode mode,
                                         std::int32_t stream) const {
    const auto* molecule = std::get_if<Molecule>(&example.structure);
    if (molecule == nullptr || molecule->atoms.empty()) {
        return unreadable(example,
                          fmt::format("{} reads molecules; this record is none, or has no atoms", name()));
    }
    GraphBuilder builder(graph, parameters());
    const std::vector<Expr> atoms = addAtoms(builder, *molecule, stream);
    const Expr scores = addScores(builder, atoms, mode, stream);
    const Expr loss = targets_.addLoss(builder, scores, example.targets);
    if (auto built = builder.finish(); !built) {
        return fail(std::move(built).error().withContext(fmt::format("building record {}", example.record)));
    }
    return ModelOutput{.loss = loss.id, .predictions = {{.output = scores.id, .isRoot = true}}};
}

}  // namespace loomscope
