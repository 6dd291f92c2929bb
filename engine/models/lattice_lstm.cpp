// SPDX-License-Identifier: Apache-2.0
#include "engine/models/lattice_lstm.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace loomscope {

namespace {

constexpr std::array kOptions{
    ModelOption{"hidden", 200, 1, 8192, "width of the state of an arc and a position"},
    ModelOption{"embed", 200, 1, 8192, "width of the vector of a character or word"},
    kDropoutOption,
    kMinCountOption,
};

constexpr std::array<std::string_view, 2> kKinds{"character", "word"};

/// The arcs that end at each position, by index. Errors in the lattice give an empty result.
std::vector<std::vector<std::size_t>> arcsByEnd(const Lattice& lattice) {
    std::vector<std::vector<std::size_t>> incoming(
        static_cast<std::size_t>(std::max(lattice.numPositions, 0)));
    for (std::size_t i = 0; i < lattice.arcs.size(); ++i) {
        const Lattice::Arc& arc = lattice.arcs[i];
        const bool isSound = arc.from >= 0 && arc.from < arc.to && arc.to < lattice.numPositions &&
                             arc.token >= 0 && std::cmp_less(arc.token, lattice.tokens.size());
        if (!isSound) {
            return {};
        }
        incoming[static_cast<std::size_t>(arc.to)].push_back(i);
    }
    return incoming;
}

LstmState sumOf(GraphBuilder& builder, std::span<const LstmState> states, std::int32_t width) {
    if (states.size() == 1) {
        return states[0];
    }
    std::vector<Expr> h;
    std::vector<Expr> c;
    for (const LstmState& state : states) {
        h.push_back(state.h);
        c.push_back(state.c);
    }
    return {sum(builder, h, width), sum(builder, c, width)};
}

}  // namespace

const ModelInfo& LatticeLstm::info() {
    static constexpr ModelInfo kInfo{.name = kName,
                                     .title = "Lattice LSTM (Chen et al., 2023)",
                                     .reads = StructureKind::kLattice,
                                     .options = kOptions};
    return kInfo;
}

LatticeLstm::LatticeLstm(const ModelOptions& options, WordsAndClasses facts, std::uint64_t seed)
    : PartClassifier(options, std::move(facts), seed), hidden_(integerOption(options, "hidden")) {
    const std::int32_t embed = integerOption(options, "embed");
    const Shape state{hidden_};
    const Shape gates{4 * hidden_};
    const ParameterId table = addTable("words", words().size(), embed);
    for (std::size_t kind = 0; kind < 2; ++kind) {
        const std::string name(kKinds[kind]);
        const ParameterId weight = addWeight(name + ".input.weight", embed, 4 * hidden_);
        const ParameterId bias = addBias(name + ".bias", gates);
        const ParameterId recurrent = addWeight(name + ".state.weight", hidden_, 4 * hidden_);
        input_[kind] = makeCell(name + " input", {}, [&](GraphBuilder& g, std::span<const Expr>) {
            return std::vector{affine(g.lookup(table), g.parameter(weight), g.parameter(bias))};
        });
        step_[kind] =
            makeCell(name, std::array{gates, state, state}, [&](GraphBuilder& g, std::span<const Expr> x) {
                const LstmState next = lstmGates(x[0] + product(x[1], g.parameter(recurrent)), x[2]);
                return std::vector{next.h, next.c};
            });
    }
    first_ = makeCell("first", std::array{gates, state}, [](GraphBuilder&, std::span<const Expr> x) {
        const LstmState next = lstmGates(x[0], x[1]);
        return std::vector{next.h, next.c};
    });
    addClassifier(std::span(&hidden_, 1));
}

LstmState LatticeLstm::addArc(GraphBuilder& builder, const Lattice& lattice, const Lattice::Arc& arc,
                              const LstmState& start, Expr nothing) const {
    const std::size_t kind = arc.isWord ? 1 : 0;
    const std::int32_t token = words().id(lattice.tokens[static_cast<std::size_t>(arc.token)]);
    const Expr input = builder.call(input_[kind], {}, std::span(&token, 1))[0];
    const NodeOutputs next = start.h.isValid()
                                 ? builder.call(step_[kind], std::array{input, start.h, start.c})
                                 : builder.call(first_, std::array{input, nothing});
    return {next[0], next[1]};
}

Result<std::vector<PartClassifier::Part>> LatticeLstm::addParts(GraphBuilder& builder, const Example& example,
                                                                std::int32_t stream) const {
    const auto* lattice = std::get_if<Lattice>(&example.structure);
    const auto incoming = lattice == nullptr ? std::vector<std::vector<std::size_t>>() : arcsByEnd(*lattice);
    if (incoming.empty()) {
        return unreadable(example, "lattice-lstm reads lattices; this record is none, or not a sound one");
    }
    const Expr nothing = sum(builder, {}, hidden_);
    std::vector<LstmState> states(incoming.size());
    std::vector<Part> parts;
    for (std::size_t position = 1; position < incoming.size(); ++position) {
        std::vector<LstmState> arrived;
        for (const std::size_t i : incoming[position]) {
            const Lattice::Arc& arc = lattice->arcs[i];
            builder.graph().setOrigin({.example = stream, .part = static_cast<std::int32_t>(i)});
            arrived.push_back(
                addArc(builder, *lattice, arc, states[static_cast<std::size_t>(arc.from)], nothing));
        }
        if (arrived.empty()) {
            continue;  // nothing leads here: arcs from here start afresh
        }
        states[position] = sumOf(builder, arrived, hidden_);
        parts.push_back({.state = {states[position].h},
                         .index = static_cast<std::int32_t>(position),
                         .label = position < lattice->tags.size() ? lattice->tags[position] : -1,
                         .origin = static_cast<std::int32_t>(incoming[position][0])});
    }
    return parts;
}

}  // namespace loomscope
