// SPDX-License-Identifier: Apache-2.0
// One minibatch as a graph with its schedule, ready for an executor.
#pragma once

#include "engine/data/dataset.h"
#include "engine/graph/cell.h"
#include "engine/models/model.h"
#include "engine/schedule/plan.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loomscope {

/// An example of a minibatch and what the model made of it.
struct BuiltExample {
    std::int64_t index = 0;  ///< in the dataset
    std::shared_ptr<const Example> example;
    ModelOutput output;
};

/// An example that the model can't read.
struct SkippedExample {
    std::int64_t index = 0;
    std::string reason;
};

struct Minibatch {
    Graph graph;
    Schedule schedule;
    std::vector<BuiltExample> examples;
    std::vector<SkippedExample> skipped;
    std::vector<ValueId> losses;  ///< of the examples that have one
    InlinedGraph inlined;         ///< what the builder keeps its memory in, at op granularity
    double buildSeconds = 0;
    double planSeconds = 0;
};

enum class Granularity : std::uint8_t { kCell, kOp };

/// Turns examples into minibatches by a model and a batching policy.
/// Threads: thread-confined (the model's signature table grows).
class MinibatchBuilder {
public:
    /// `model` must outlive the builder. Errors: kNotFound for an unknown policy.
    static Result<MinibatchBuilder> make(const Model& model, std::string_view policy,
                                         Granularity granularity);

    /// Builds and schedules some examples of a dataset. Reuses the memory of `minibatch`.
    void build(const Dataset& dataset, std::span<const std::int64_t> indices, BuildMode mode,
               Minibatch& minibatch) const;

private:
    MinibatchBuilder(const Model& model, std::unique_ptr<BatchingPolicy> policy, Granularity granularity)
        : model_(&model), policy_(std::move(policy)), granularity_(granularity) {}

    const Model* model_;
    std::unique_ptr<BatchingPolicy> policy_;
    Granularity granularity_;
};

}  // namespace loomscope
