// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/data/dataset.h"
#include "engine/graph/cell.h"
#include "engine/models/model.h"

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace loomscope {

enum class Granularity : std::uint8_t { kCell, kOp };

/// The graph of one example by itself, and what the model said of it. The dataset's index of the example is
/// its stream of random numbers, so the graph is the same in any minibatch.
struct BuiltGraph {
    std::shared_ptr<const Example> example;
    Graph graph;
    ModelOutput output;
};

/// Makes `output`, which is of one graph, one of the graph that this one was put into; `map` is by value.
void follow(const std::vector<ValueId>& map, ModelOutput& output);

/// Builds the graphs of examples, and keeps them for the next epoch while they fit into a limit: what is kept
/// costs a tenth of building it. The first ones are kept, since each epoch asks for all.
/// Threads: thread-confined (the model's signature table grows).
class ExampleGraphs {
public:
    /// `model`, and the datasets asked for, must outlive the object.
    ExampleGraphs(const Model& model, Granularity granularity, std::int64_t byteLimit);

    /// The result lives until the next call. Errors: those of Model::build.
    Result<const BuiltGraph*> get(const Dataset& dataset, std::int64_t index, BuildMode mode);

    /// Of the graphs that are kept.
    [[nodiscard]] std::int64_t bytes() const { return bytes_; }

private:
    using Key = std::pair<const Dataset*, BuildMode>;

    Result<void> build(const Dataset& dataset, std::int64_t index, BuildMode mode);
    void inlineLatest();

    const Model* model_;
    Granularity granularity_;
    std::int64_t byteLimit_;
    std::int64_t bytes_ = 0;
    std::map<Key, std::vector<std::unique_ptr<const BuiltGraph>>> kept_;  // by index
    BuiltGraph latest_;
    InlinedGraph inlined_;
};

}  // namespace loomscope
