// SPDX-License-Identifier: Apache-2.0
#include "engine/train/minibatch.h"

#include "engine/base/clock.h"

#include <utility>

namespace loomscope {

Result<MinibatchBuilder> MinibatchBuilder::make(const Model& model, std::string_view policy,
                                                Granularity granularity, std::int64_t byteLimit) {
    LOOM_TRY(auto made, makePolicy(policy));
    return MinibatchBuilder(ExampleGraphs(model, granularity, byteLimit), std::move(made),
                            model.signatures());
}

void MinibatchBuilder::build(const Dataset& dataset, std::span<const std::int64_t> indices, BuildMode mode,
                             Minibatch& minibatch) {
    const auto start = Clock::now();
    if (minibatch.graph.signatures() == signatures_) {
        minibatch.graph.clear();
    } else {
        minibatch.graph = Graph(signatures_);
    }
    minibatch.skipped.clear();
    minibatch.losses.clear();
    std::size_t built = 0;
    for (std::size_t i = 0; i < indices.size(); ++i) {
        const std::int64_t index = indices[i];
        const auto graph = graphs_.get(dataset, index, mode);
        if (!graph) {
            minibatch.skipped.push_back({index, graph.error().text()});
            continue;
        }
        minibatch.examples.resize(std::max(minibatch.examples.size(), built + 1));
        BuiltExample& example = minibatch.examples[built];
        minibatch.graph.append((*graph)->graph, static_cast<std::int32_t>(i), map_);
        example.index = index;
        example.example = (*graph)->example;
        example.output = (*graph)->output;
        follow(map_, example.output);
        if (example.output.loss.isValid()) {
            minibatch.losses.push_back(example.output.loss);
        }
        ++built;
    }
    minibatch.examples.resize(built);
    const auto end = Clock::now();
    minibatch.schedule = plan(minibatch.graph, *policy_);
    minibatch.buildSeconds = secondsBetween(start, end);
    minibatch.planSeconds = secondsBetween(end, Clock::now());
}

}  // namespace loomscope
