// SPDX-License-Identifier: Apache-2.0
// What a model of the zoo is to the trainer and the workbench: parameters, and a graph per example.
#pragma once

#include "engine/base/result.h"
#include "engine/data/dataset.h"
#include "engine/graph/graph.h"
#include "engine/params/parameter_store.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loomscope {

enum class BuildMode : std::uint8_t { kTrain, kEvaluate };

/// One predicted quantity of an example and what it should be.
struct Prediction {
    ValueId output;           ///< class scores, or one number per target
    std::int32_t part = -1;   ///< tree node it belongs to; −1: the example as a whole (or its root)
    std::int32_t label = -1;  ///< true class, or −1 if unknown or not a classification
    bool isRoot = false;      ///< counts for root or example metrics
};

/// What a model added to the graph for one example.
struct ModelOutput {
    ValueId loss;  ///< one number, summed over the example; invalid if there is nothing to learn from
    std::vector<Prediction> predictions;
};

/// One option of a model, with its default. Options are numbers; switches are 0 or 1.
struct ModelOption {
    std::string_view name;
    double value = 0.0;
    double minimum = 0.0;
    double maximum = 0.0;
    std::string_view help;
};
using ModelOptions = std::map<std::string, double, std::less<>>;

/// A model bound to one dataset's vocabulary and targets. Building graphs is const and cheap.
/// Threads: immutable after construction; build() may run on any thread, each with its own graph.
class Model {
public:
    virtual ~Model() = default;
    [[nodiscard]] virtual std::string_view name() const = 0;
    [[nodiscard]] virtual const ParameterStore& initialParameters() const = 0;
    [[nodiscard]] virtual const std::shared_ptr<SignatureTable>& signatures() const = 0;
    /// Appends the graph of one example. `stream` keys the random numbers of dropout, different for each
    /// example and step. Errors: kInvalid if the example is not what the model can read, naming record and
    /// reason.
    [[nodiscard]] virtual Result<ModelOutput> build(Graph& graph, const Example& example, BuildMode mode,
                                                    std::int32_t stream) const = 0;
    /// JSON text of everything beside options and parameters that is needed to make the model again
    /// (vocabulary, scales).
    [[nodiscard]] virtual std::string state() const = 0;
    /// Turns a prediction's numbers into what people read: probabilities of classes, targets in their own
    /// unit.
    [[nodiscard]] virtual std::vector<float> toOutputs(std::span<const float> raw) const = 0;
};

/// What the zoo knows of a model without making one.
struct ModelInfo {
    std::string_view name;
    std::string_view title;
    StructureKind reads = StructureKind::kTree;
    std::span<const ModelOption> options;
};
[[nodiscard]] std::span<const ModelInfo> modelInfos();
/// Errors: kNotFound, naming the nearest known model.
[[nodiscard]] Result<const ModelInfo*> findModel(std::string_view name);
/// The first model that reads a kind of structure.
[[nodiscard]] const ModelInfo& defaultModel(StructureKind kind);

/// Makes a model for a training set. Unknown or out-of-range options are errors that name the known ones.
[[nodiscard]] Result<std::unique_ptr<Model>> makeModel(std::string_view name, const ModelOptions& options,
                                                       const Dataset& train, std::uint64_t seed);
/// Makes the model of a stored run again from its state().
[[nodiscard]] Result<std::unique_ptr<Model>> restoreModel(std::string_view name, const ModelOptions& options,
                                                          std::string_view state, std::uint64_t seed);

}  // namespace loomscope
