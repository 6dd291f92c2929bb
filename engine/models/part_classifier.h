// SPDX-License-Identifier: Apache-2.0
// Models that read words and give a class to parts of an example: nodes of a tree, words, positions.
//
//   output    scores = dropout(h)·V + v,  V [H, C];  loss = cross-entropy, summed over all parts with a label
// H is the width of a part's state, or of its two states behind each other.
#pragma once

#include "engine/data/vocabulary.h"
#include "engine/models/zoo_model.h"

#include <nlohmann/json_fwd.hpp>

#include <array>

namespace loomscope {

/// What a classifier of parts learns from its training set: the words, and how many classes there are.
struct WordsAndClasses {
    Vocabulary words;
    std::int32_t numClasses = 0;

    /// Collects the words that stand at least `min_count` times (an option of `info`'s model).
    /// Errors: kInvalid if the dataset is of another kind than the model reads, or has no classes.
    static Result<WordsAndClasses> of(const ModelInfo& info, const ModelOptions& options,
                                      const Dataset& train);
    /// Errors: kParse if `json` is not what toJson() gives.
    static Result<WordsAndClasses> fromJson(const nlohmann::json& json);
    [[nodiscard]] nlohmann::json toJson() const;
};

/// Options that all these models have.
inline constexpr ModelOption kDropoutOption{
    "dropout", 0.5, 0, 0.95, "share of the state that is dropped before the classifier in training"};
inline constexpr ModelOption kMinCountOption{
    "min_count", 1, 1, 1e6, "words that stand less often in the training set share one vector"};

/// Adds the classifier on top of the states that a model makes of an example.
class PartClassifier : public ZooModel {
public:
    using Facts = WordsAndClasses;

    [[nodiscard]] Result<ModelOutput> build(Graph& graph, const Example& example, BuildMode mode,
                                            std::int32_t stream) const final;
    [[nodiscard]] std::string state() const final;
    /// Probabilities of the classes.
    [[nodiscard]] std::vector<float> toOutputs(std::span<const float> raw) const final;

protected:
    /// A part and its state: one vector, or two that are put behind each other.
    struct Part {
        std::array<Expr, 2> state;
        std::int32_t index = -1;
        std::int32_t label = -1;
        bool isRoot = false;
        std::int32_t origin = -1;  ///< Origin::part of the nodes that classify it
    };

    PartClassifier(const ModelOptions& options, WordsAndClasses facts, std::uint64_t seed);
    /// Adds parameters and cells of the classifier; `states` are the widths of a part's states.
    void addClassifier(std::span<const std::int32_t> states);
    /// Appends what gives all parts of an example their states. Errors: kInvalid, as Model::build.
    [[nodiscard]] virtual Result<std::vector<Part>> addParts(GraphBuilder& builder, const Example& example,
                                                             std::int32_t stream) const = 0;
    [[nodiscard]] const Vocabulary& words() const { return facts_.words; }

private:
    [[nodiscard]] CellPointer makeOutput(std::string name, float dropout, bool hasLoss) const;
    [[nodiscard]] ModelOutput addOutputs(GraphBuilder& builder, std::span<const Part> parts, BuildMode mode,
                                         std::int32_t stream) const;

    WordsAndClasses facts_;
    float dropout_;
    std::vector<Shape> stateShapes_;
    ParameterId outputWeight_, outputBias_;
    CellPointer trainOutput_, output_, scores_;
};

}  // namespace loomscope
