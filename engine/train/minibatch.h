// SPDX-License-Identifier: Apache-2.0
// One minibatch as a graph with its schedule, ready for an executor.
#pragma once

#include "engine/schedule/plan.h"
#include "engine/train/example_graphs.h"

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
    double buildSeconds = 0;
    double planSeconds = 0;
};

/// Turns examples into minibatches by a model and a batching policy.
/// Threads: thread-confined (the model's signature table grows).
class MinibatchBuilder {
public:
    /// Memory for the graphs of examples that were built before.
    static constexpr std::int64_t kByteLimit = 256 << 20;

    /// `model`, and the datasets asked for, must outlive the builder. Errors: kNotFound for an unknown
    /// policy.
    static Result<MinibatchBuilder> make(const Model& model, std::string_view policy, Granularity granularity,
                                         std::int64_t byteLimit = kByteLimit);

    /// Puts some examples of a dataset together and schedules them. Reuses the memory of `minibatch`.
    void build(const Dataset& dataset, std::span<const std::int64_t> indices, BuildMode mode,
               Minibatch& minibatch);

private:
    MinibatchBuilder(ExampleGraphs graphs, std::unique_ptr<BatchingPolicy> policy,
                     std::shared_ptr<SignatureTable> signatures)
        : graphs_(std::move(graphs)), policy_(std::move(policy)), signatures_(std::move(signatures)) {}

    ExampleGraphs graphs_;
    std::unique_ptr<BatchingPolicy> policy_;
    std::shared_ptr<SignatureTable> signatures_;
    std::vector<ValueId> map_;  // of the values of an example's graph
};

}  // namespace loomscope
