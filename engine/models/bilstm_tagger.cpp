// SPDX-License-Identifier: Apache-2.0
#include "engine/models/bilstm_tagger.h"

#include <utility>
#include <variant>

namespace loomscope {

namespace {

constexpr std::array kOptions{
    ModelOption{"hidden", 200, 1, 8192, "width of the state of a direction"},
    ModelOption{"embed", 200, 1, 8192, "width of a word's vector"},
    kDropoutOption,
    kMinCountOption,
};

constexpr std::array<std::string_view, 2> kDirections{"left", "right"};

}  // namespace

const ModelInfo& BilstmTagger::info() {
    static constexpr ModelInfo kInfo{.name = kName,
                                     .title = "Bidirectional LSTM tagger (Graves and Schmidhuber, 2005)",
                                     .reads = StructureKind::kSequence,
                                     .options = kOptions};
    return kInfo;
}

BilstmTagger::BilstmTagger(const ModelOptions& options, WordsAndClasses facts, std::uint64_t seed)
    : PartClassifier(options, std::move(facts), seed), hidden_(integerOption(options, "hidden")) {
    const std::int32_t embed = integerOption(options, "embed");
    const Shape state{hidden_};
    const Shape gates{4 * hidden_};
    const ParameterId table = addTable("words", words().size(), embed);
    std::array<ParameterId, 2> weights;
    std::array<ParameterId, 2> biases;
    std::array<ParameterId, 2> recurrent;
    for (std::size_t d = 0; d < 2; ++d) {
        const std::string name(kDirections[d]);
        weights[d] = addWeight(name + ".input.weight", embed, 4 * hidden_);
        biases[d] = addBias(name + ".bias", gates);
        recurrent[d] = addWeight(name + ".state.weight", hidden_, 4 * hidden_);
    }
    word_ = makeCell("word", {}, [&](GraphBuilder& g, std::span<const Expr>) {
        const Expr x = g.lookup(table);
        return std::vector{affine(x, g.parameter(weights[0]), g.parameter(biases[0])),
                           affine(x, g.parameter(weights[1]), g.parameter(biases[1]))};
    });
    first_ = makeCell("first", std::array{gates, state}, [](GraphBuilder&, std::span<const Expr> x) {
        const LstmState next = lstmGates(x[0], x[1]);
        return std::vector{next.h, next.c};
    });
    for (std::size_t d = 0; d < 2; ++d) {
        step_[d] = makeCell(std::string(kDirections[d]), std::array{gates, state, state},
                            [&](GraphBuilder& g, std::span<const Expr> x) {
                                const LstmState next =
                                    lstmGates(x[0] + product(x[1], g.parameter(recurrent[d])), x[2]);
                                return std::vector{next.h, next.c};
                            });
    }
    addClassifier(std::array{hidden_, hidden_});
}

Result<std::vector<PartClassifier::Part>> BilstmTagger::addParts(GraphBuilder& builder,
                                                                 const Example& example,
                                                                 std::int32_t stream) const {
    const auto* sequence = std::get_if<Sequence>(&example.structure);
    if (sequence == nullptr || sequence->tokens.empty()) {
        return unreadable(example, "bilstm-tagger reads sequences; this record is none, or an empty one");
    }
    const std::size_t size = sequence->tokens.size();
    std::vector<Part> parts(size);
    std::vector<std::array<Expr, 2>> inputs(size);
    for (std::size_t i = 0; i < size; ++i) {
        const auto index = static_cast<std::int32_t>(i);
        const std::int32_t word = words().id(sequence->tokens[i]);
        builder.graph().setOrigin({.example = stream, .part = index});
        const NodeOutputs products = builder.call(word_, {}, std::span(&word, 1));
        inputs[i] = {products[0], products[1]};
        parts[i] = {.index = index, .label = i < sequence->tags.size() ? sequence->tags[i] : -1};
        parts[i].origin = index;
    }
    const Expr nothing = sum(builder, {}, hidden_);
    for (std::size_t d = 0; d < 2; ++d) {
        LstmState state;
        for (std::size_t k = 0; k < size; ++k) {
            const std::size_t i = d == 0 ? k : size - 1 - k;
            builder.graph().setOrigin({.example = stream, .part = static_cast<std::int32_t>(i)});
            const NodeOutputs next = k == 0
                                         ? builder.call(first_, std::array{inputs[i][d], nothing})
                                         : builder.call(step_[d], std::array{inputs[i][d], state.h, state.c});
            state = {next[0], next[1]};
            parts[i].state[d] = state.h;
        }
    }
    return parts;
}

}  // namespace loomscope
