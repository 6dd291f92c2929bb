// SPDX-License-Identifier: Apache-2.0
#include "engine/train/minibatch.h"

#include "engine/base/clock.h"

#include <utility>

namespace loomscope {

namespace {

void inlineAll(Minibatch& minibatch) {
    InlinedGraph& inlined = minibatch.inlined;
    inlineCells(minibatch.graph, inlined);
    const auto follow = [&inlined](ValueId& id) {
        if (id.isValid()) {
            id = inlined.map[id.index()];
        }
    };
    for (BuiltExample& built : minibatch.examples) {
        follow(built.output.loss);
        for (Prediction& prediction : built.output.predictions) {
            follow(prediction.output);
        }
    }
    std::swap(minibatch.graph, inlined.graph);
}

}  // namespace

Result<MinibatchBuilder> MinibatchBuilder::make(const Model& model, std::string_view policy,
                                                Granularity granularity) {
    LOOM_TRY(auto made, makePolicy(policy));
    return MinibatchBuilder(model, std::move(made), granularity);
}

void MinibatchBuilder::build(const Dataset& dataset, std::span<const std::int64_t> indices, BuildMode mode,
                             Minibatch& minibatch) const {
    const auto start = Clock::now();
    if (minibatch.graph.signatures() == model_->signatures()) {
        minibatch.graph.clear();
    } else {
        minibatch.graph = Graph(model_->signatures());
    }
    minibatch.examples.clear();
    minibatch.skipped.clear();
    minibatch.losses.clear();
    for (std::size_t i = 0; i < indices.size(); ++i) {
        auto example = dataset.at(indices[i]);
        auto output = model_->build(minibatch.graph, *example, mode, static_cast<std::int32_t>(i));
        if (output) {
            minibatch.examples.push_back({indices[i], std::move(example), std::move(*output)});
        } else {
            minibatch.skipped.push_back({indices[i], output.error().text()});
        }
    }
    if (granularity_ == Granularity::kOp) {
        inlineAll(minibatch);
    }
    for (const BuiltExample& built : minibatch.examples) {
        if (built.output.loss.isValid()) {
            minibatch.losses.push_back(built.output.loss);
        }
    }
    const auto built = Clock::now();
    minibatch.schedule = plan(minibatch.graph, *policy_);
    minibatch.buildSeconds = secondsBetween(start, built);
    minibatch.planSeconds = secondsBetween(built, Clock::now());
}

}  // namespace loomscope
