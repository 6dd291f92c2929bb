// SPDX-License-Identifier: Apache-2.0
#include "engine/models/tree_lstm.h"

#include "engine/models/model_options.h"
#include "engine/models/scores.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <utility>
#include <variant>

namespace loomscope {

namespace {

constexpr std::array kOptions{
    ModelOption{"hidden", 150, 1, 8192, "width of the state of a node"},
    ModelOption{"embed", 300, 1, 8192, "width of a word's vector"},
    ModelOption{"dropout", 0.5, 0, 0.95,
                "share of the state that is dropped before the classifier in training"},
    ModelOption{"min_count", 1, 1, 1e6, "words that stand less often in the training set share one vector"},
};

constexpr Initializer kWords{.kind = Initializer::Kind::kUniform, .a = 0.05F};
constexpr Initializer kWeight{.kind = Initializer::Kind::kGlorotUniform};
constexpr Initializer kBias{.kind = Initializer::Kind::kZero};

std::int32_t asInteger(const ModelOptions& options, std::string_view name) {
    return static_cast<std::int32_t>(options.find(name)->second);
}

tl::unexpected<Error> unreadable(const Example& example, std::string what) {
    return fail(ErrorCode::kInvalid, std::move(what), {.record = example.record, .line = example.line});
}

/// Random numbers of a tree node: different for all nodes of all examples of a minibatch.
std::int32_t dropoutStream(std::int32_t stream, std::size_t node) {
    const std::uint64_t key = (static_cast<std::uint64_t>(static_cast<std::uint32_t>(stream)) << 32) | node;
    return static_cast<std::int32_t>(mixBits(key) >> 33);
}

}  // namespace

const ModelInfo& TreeLstm::info() {
    static constexpr ModelInfo kInfo{.name = kName,
                                     .title = "Binary Tree-LSTM (Tai et al., 2015)",
                                     .reads = StructureKind::kTree,
                                     .options = kOptions};
    return kInfo;
}

TreeLstm::TreeLstm(const ModelOptions& options, Vocabulary words, std::int32_t numClasses)
    : words_(std::move(words)),
      numClasses_(numClasses),
      embed_(asInteger(options, "embed")),
      hidden_(asInteger(options, "hidden")),
      dropout_(static_cast<float>(options.find("dropout")->second)) {}

Result<std::unique_ptr<Model>> TreeLstm::make(const ModelOptions& options, Vocabulary words,
                                              std::int32_t numClasses, std::uint64_t seed) {
    std::unique_ptr<TreeLstm> model(
        new TreeLstm(completeOptions(info(), options), std::move(words), numClasses));
    model->makeParameters(seed);
    LOOM_TRY_VOID(model->makeCells());
    return model;
}

Result<std::unique_ptr<Model>> TreeLstm::make(const ModelOptions& options, const Dataset& train,
                                              std::uint64_t seed) {
    if (train.info().kind != StructureKind::kTree || train.info().numClasses < 2) {
        return fail(ErrorCode::kInvalid, fmt::format("tree-lstm learns from trees with class labels at their "
                                                     "nodes; {} has none. Choose other data, "
                                                     "another model, or set data.labels",
                                                     train.info().name));
    }
    const auto minCount =
        static_cast<std::int64_t>(completeOptions(info(), options).find("min_count")->second);
    return make(options, Vocabulary::build(train, minCount), train.info().numClasses, seed);
}

Result<std::unique_ptr<Model>> TreeLstm::restore(const ModelOptions& options, std::string_view state,
                                                 std::uint64_t seed) {
    const auto json = nlohmann::json::parse(state, nullptr, /*allow_exceptions=*/false);
    const nlohmann::json classes =
        json.is_object() ? json.value("classes", nlohmann::json()) : nlohmann::json();
    if (!classes.is_number_integer() || classes.get<std::int32_t>() < 2 || !json.contains("words")) {
        return fail(ErrorCode::kParse, "the stored state is not that of a tree-lstm");
    }
    LOOM_TRY(Vocabulary words, Vocabulary::fromJson(json["words"].dump()));
    return make(options, std::move(words), classes.get<std::int32_t>(), seed);
}

std::string TreeLstm::state() const {
    return nlohmann::json{{"classes", numClasses_}, {"words", nlohmann::json::parse(words_.toJson())}}.dump();
}

void TreeLstm::makeParameters(std::uint64_t seed) {
    const auto addBias = [&](std::string name, Shape shape) {
        const ParameterId id = parameters_.add(std::move(name), shape, kBias, seed);
        parameters_.parameter(id).isDecayed = false;
        return id;
    };
    table_ = parameters_.add("words", Shape{words_.size(), embed_}, kWords, seed, ParameterKind::kTable);
    leafWeight_ = parameters_.add("leaf.weight", Shape{embed_, 2 * hidden_}, kWeight, seed);
    leafBias_ = addBias("leaf.bias", Shape{2 * hidden_});
    composerWeight_ = parameters_.add("composer.weight", Shape{2 * hidden_, 5 * hidden_}, kWeight, seed);
    composerBias_ = addBias("composer.bias", Shape{2, 5 * hidden_});
    outputWeight_ = parameters_.add("output.weight", Shape{hidden_, numClasses_}, kWeight, seed);
    outputBias_ = addBias("output.bias", Shape{numClasses_});
}

Result<void> TreeLstm::makeCells() {
    LOOM_TRY(leaf_, makeLeaf());
    LOOM_TRY(composer_, makeComposer());
    LOOM_TRY(output_, makeOutput(0.0F));
    trainOutput_ = output_;
    if (dropout_ > 0) {
        LOOM_TRY(trainOutput_, makeOutput(dropout_));
    }
    return {};
}

Result<TreeLstm::CellPointer> TreeLstm::makeLeaf() const {
    Graph body(signatures_);
    GraphBuilder g(body, parameters_);
    const Expr x = g.lookup(table_);
    const LstmState state = treeLstmLeafGates(affine(x, g.parameter(leafWeight_), g.parameter(leafBias_)));
    LOOM_TRY_VOID(g.finish());
    return Cell::make("leaf", std::move(body), {state.h.id, state.c.id});
}

Result<TreeLstm::CellPointer> TreeLstm::makeComposer() const {
    Graph body(signatures_);
    GraphBuilder g(body, parameters_);
    const LstmState left{g.formal(Shape{hidden_}), g.formal(Shape{hidden_})};
    const LstmState right{g.formal(Shape{hidden_}), g.formal(Shape{hidden_})};
    const Expr gates =
        affine(concatenate({left.h, right.h}), g.parameter(composerWeight_), g.parameter(composerBias_));
    const LstmState state = treeLstmGates(gates, left.c, right.c);
    LOOM_TRY_VOID(g.finish());
    return Cell::make("composer", std::move(body), {state.h.id, state.c.id});
}

Expr TreeLstm::scores(GraphBuilder& builder, Expr h) const {
    return affine(h, builder.parameter(outputWeight_), builder.parameter(outputBias_));
}

Result<TreeLstm::CellPointer> TreeLstm::makeOutput(float dropoutRate) const {
    Graph body(signatures_);
    GraphBuilder g(body, parameters_);
    Expr h = g.formal(Shape{hidden_});
    if (dropoutRate > 0) {
        h = dropout(h, dropoutRate, 0);
    }
    const Expr nodeScores = scores(g, h);
    const Expr loss = crossEntropy(nodeScores);
    LOOM_TRY_VOID(g.finish());
    return Cell::make("output", std::move(body), {nodeScores.id, loss.id});
}

Result<std::vector<LstmState>> TreeLstm::addStates(GraphBuilder& builder, const Example& example,
                                                   const Tree& tree, std::int32_t stream) const {
    std::vector<LstmState> states(tree.nodes.size());
    const auto compose = [&](const LstmState& left, const LstmState& right) {
        const std::vector<Expr> outputs =
            builder.call(composer_, std::array{left.h, left.c, right.h, right.c});
        return LstmState{outputs[0], outputs[1]};
    };
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        const Tree::Node& node = tree.nodes[i];
        builder.graph().setOrigin({.example = stream, .part = static_cast<std::int32_t>(i)});
        if (node.numChildren == 0) {
            if (node.token < 0) {
                return unreadable(example, "a leaf has no word");
            }
            const std::int32_t word = words_.id(tree.tokens[static_cast<std::size_t>(node.token)]);
            const std::vector<Expr> outputs = builder.call(leaf_, {}, std::span(&word, 1));
            states[i] = {outputs[0], outputs[1]};
            continue;
        }
        if (node.token >= 0) {
            return unreadable(example,
                              "a node has both a word and children; tree-lstm reads words at the leaves");
        }
        const auto children = std::span(tree.children)
                                  .subspan(static_cast<std::size_t>(node.firstChild),
                                           static_cast<std::size_t>(node.numChildren));
        states[i] = states[static_cast<std::size_t>(children[0])];
        for (const std::int32_t child : children.subspan(1)) {
            states[i] = compose(states[i], states[static_cast<std::size_t>(child)]);
        }
    }
    return states;
}

ModelOutput TreeLstm::addOutputs(GraphBuilder& builder, const Tree& tree, std::span<const LstmState> states,
                                 BuildMode mode, std::int32_t stream) const {
    ModelOutput output;
    std::vector<Expr> losses;
    const bool hasDropout = mode == BuildMode::kTrain && dropout_ > 0;
    for (std::size_t i = 0; i < states.size(); ++i) {
        const std::int32_t label = tree.nodes[i].label;
        const auto part = static_cast<std::int32_t>(i);
        builder.graph().setOrigin({.example = stream, .part = part});
        Prediction prediction{.part = part, .label = label, .isRoot = part == tree.root()};
        if (label >= 0) {
            const std::array payloads{dropoutStream(stream, i), label};
            const std::vector<Expr> outputs =
                builder.call(mode == BuildMode::kTrain ? trainOutput_ : output_, std::span(&states[i].h, 1),
                             std::span(payloads).subspan(hasDropout ? 0 : 1));
            prediction.output = outputs[0].id;
            losses.push_back(outputs[1]);
        } else if (mode == BuildMode::kEvaluate) {
            prediction.output = scores(builder, states[i].h).id;
        } else {
            continue;
        }
        output.predictions.push_back(prediction);
    }
    builder.graph().setOrigin({.example = stream});
    if (!losses.empty()) {
        output.loss = sum(builder, losses, 1).id;
    }
    return output;
}

Result<ModelOutput> TreeLstm::build(Graph& graph, const Example& example, BuildMode mode,
                                    std::int32_t stream) const {
    const auto* tree = std::get_if<Tree>(&example.structure);
    if (tree == nullptr || tree->nodes.empty()) {
        return unreadable(example, "tree-lstm reads trees; this record is none, or an empty one");
    }
    GraphBuilder builder(graph, parameters_);
    LOOM_TRY(const auto states, addStates(builder, example, *tree, stream));
    ModelOutput output = addOutputs(builder, *tree, states, mode, stream);
    if (auto built = builder.finish(); !built) {
        return fail(std::move(built).error().withContext(fmt::format("building record {}", example.record)));
    }
    return output;
}

std::vector<float> TreeLstm::toOutputs(std::span<const float> raw) const {
    return softmaxOf(raw);
}

}  // namespace loomscope
