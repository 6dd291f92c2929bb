// SPDX-License-Identifier: Apache-2.0
#include "engine/models/part_classifier.h"

#include "engine/models/scores.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <utility>

namespace loomscope {

namespace {

/// Random numbers of a part: different for all parts of all examples of a minibatch.
std::int32_t dropoutStream(std::int32_t stream, std::int32_t part) {
    const auto high = static_cast<std::uint64_t>(static_cast<std::uint32_t>(stream)) << 32;
    return static_cast<std::int32_t>(mixBits(high | static_cast<std::uint32_t>(part)) >> 33);
}

}  // namespace

Result<WordsAndClasses> WordsAndClasses::of(const ModelInfo& info, const ModelOptions& options,
                                            const Dataset& train) {
    const DatasetInfo& data = train.info();
    if (data.kind != info.reads || data.numClasses < 2) {
        return fail(ErrorCode::kInvalid,
                    fmt::format("{0} learns from {1}s with class labels; {2} {3}. Choose other data, another "
                                "model, or set data.labels",
                                info.name, loomscope::name(info.reads), data.name,
                                data.kind == info.reads
                                    ? std::string("has none")
                                    : fmt::format("holds something else ({})", loomscope::name(data.kind))));
    }
    const auto minCount = static_cast<std::int64_t>(options.find(kMinCountOption.name)->second);
    return WordsAndClasses{.words = Vocabulary::build(train, minCount), .numClasses = data.numClasses};
}

Result<WordsAndClasses> WordsAndClasses::fromJson(const nlohmann::json& json) {
    const nlohmann::json classes =
        json.is_object() ? json.value("classes", nlohmann::json()) : nlohmann::json();
    if (!classes.is_number_integer() || classes.get<std::int32_t>() < 2 || !json.contains("words")) {
        return fail(ErrorCode::kParse, "the stored state does not describe words and classes of a model");
    }
    LOOM_TRY(Vocabulary words, Vocabulary::fromJson(json["words"].dump()));
    return WordsAndClasses{.words = std::move(words), .numClasses = classes.get<std::int32_t>()};
}

nlohmann::json WordsAndClasses::toJson() const {
    return {{"classes", numClasses}, {"words", nlohmann::json::parse(words.toJson())}};
}

PartClassifier::PartClassifier(const ModelOptions& options, WordsAndClasses facts, std::uint64_t seed)
    : ZooModel(seed),
      facts_(std::move(facts)),
      dropout_(static_cast<float>(options.find(kDropoutOption.name)->second)) {}

void PartClassifier::addClassifier(std::span<const std::int32_t> states) {
    std::int32_t width = 0;
    for (const std::int32_t state : states) {
        stateShapes_.push_back(Shape{state});
        width += state;
    }
    outputWeight_ = addWeight("output.weight", width, facts_.numClasses);
    outputBias_ = addBias("output.bias", Shape{facts_.numClasses});
    output_ = makeOutput("output", 0.0F, /*hasLoss=*/true);
    trainOutput_ = dropout_ > 0 ? makeOutput("output", dropout_, /*hasLoss=*/true) : output_;
    scores_ = makeOutput("scores", 0.0F, /*hasLoss=*/false);
}

CellPointer PartClassifier::makeOutput(std::string name, float dropoutRate, bool hasLoss) const {
    return makeCell(std::move(name), stateShapes_, [&](GraphBuilder& g, std::span<const Expr> states) {
        Expr h = states.size() == 1 ? states[0] : concatenate(states);
        h = dropoutRate > 0 ? dropout(h, dropoutRate, 0) : h;
        const Expr scores = affine(h, g.parameter(outputWeight_), g.parameter(outputBias_));
        return hasLoss ? std::vector{scores, crossEntropy(scores)} : std::vector{scores};
    });
}

ModelOutput PartClassifier::addOutputs(GraphBuilder& builder, std::span<const Part> parts, BuildMode mode,
                                       std::int32_t stream) const {
    ModelOutput output;
    std::vector<Expr> losses;
    output.predictions.reserve(parts.size());
    losses.reserve(parts.size());
    const bool hasDropout = mode == BuildMode::kTrain && dropout_ > 0;
    for (const Part& part : parts) {
        if (part.label < 0 && mode == BuildMode::kTrain) {
            continue;
        }
        builder.graph().setOrigin({.example = stream, .part = part.origin});
        const auto states = std::span(part.state).first(stateShapes_.size());
        NodeOutputs results;
        if (part.label < 0) {
            results = builder.call(scores_, states);
        } else {
            const std::array payloads{dropoutStream(stream, part.index), part.label};
            results = builder.call(mode == BuildMode::kTrain ? trainOutput_ : output_, states,
                                   std::span(payloads).subspan(hasDropout ? 0 : 1));
            losses.push_back(results[1]);
        }
        output.predictions.push_back(
            {.output = results[0].id, .part = part.index, .label = part.label, .isRoot = part.isRoot});
    }
    builder.graph().setOrigin({.example = stream});
    if (!losses.empty()) {
        output.loss = sum(builder, losses, 1).id;
    }
    return output;
}

Result<ModelOutput> PartClassifier::build(Graph& graph, const Example& example, BuildMode mode,
                                          std::int32_t stream) const {
    GraphBuilder builder(graph, parameters());
    LOOM_TRY(const auto parts, addParts(builder, example, stream));
    ModelOutput output = addOutputs(builder, parts, mode, stream);
    if (auto built = builder.finish(); !built) {
        return fail(std::move(built).error().withContext(fmt::format("building record {}", example.record)));
    }
    return output;
}

std::string PartClassifier::state() const {
    return facts_.toJson().dump();
}

std::vector<float> PartClassifier::toOutputs(std::span<const float> raw) const {
    return softmaxOf(raw);
}

}  // namespace loomscope
