// SPDX-License-Identifier: Apache-2.0
#include "engine/train/example_graphs.h"

namespace loomscope {

void follow(const std::vector<ValueId>& map, ModelOutput& output) {
    if (output.loss.isValid()) {
        output.loss = map[output.loss.index()];
    }
    for (Prediction& prediction : output.predictions) {
        if (prediction.output.isValid()) {
            prediction.output = map[prediction.output.index()];
        }
    }
}

ExampleGraphs::ExampleGraphs(const Model& model, Granularity granularity, std::int64_t byteLimit)
    : model_(&model),
      granularity_(granularity),
      byteLimit_(byteLimit),
      latest_{.example = nullptr, .graph = Graph(model.signatures()), .output = {}} {}

Result<const BuiltGraph*> ExampleGraphs::get(const Dataset& dataset, std::int64_t index, BuildMode mode) {
    auto& kept = kept_[{&dataset, mode}];
    const auto place = static_cast<std::size_t>(index);
    if (place < kept.size() && kept[place] != nullptr) {
        return kept[place].get();
    }
    LOOM_TRY_VOID(build(dataset, index, mode));
    const auto size = latest_.graph.bytes() +
                      static_cast<std::int64_t>(latest_.output.predictions.size() * sizeof(Prediction));
    if (bytes_ + size <= byteLimit_) {
        kept.resize(std::max(kept.size(), place + 1));
        kept[place] = std::make_unique<const BuiltGraph>(latest_);
        bytes_ += size;
    }
    return &latest_;
}

Result<void> ExampleGraphs::build(const Dataset& dataset, std::int64_t index, BuildMode mode) {
    latest_.graph.clear();
    latest_.example = dataset.at(index);
    LOOM_TRY(latest_.output,
             model_->build(latest_.graph, *latest_.example, mode, static_cast<std::int32_t>(index)));
    if (granularity_ == Granularity::kOp) {
        inlineLatest();
    }
    return {};
}

void ExampleGraphs::inlineLatest() {
    inlineCells(latest_.graph, inlined_);
    follow(inlined_.map, latest_.output);
    std::swap(latest_.graph, inlined_.graph);
}

}  // namespace loomscope
