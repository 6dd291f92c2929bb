// SPDX-License-Identifier: Apache-2.0
#include "engine/models/block_model.h"

#include "engine/base/check.h"
#include "engine/blocks/example_value.h"
#include "engine/models/scores.h"

#include <nlohmann/json.hpp>

#include <utility>

namespace loomscope {

namespace {

CompiledBlock compileOwn(const std::function<Block(ForwardDeclaration&)>& make, const BlockContext& context) {
    ForwardDeclaration self;
    const auto resolved = self.resolveTo(make(self));
    LOOM_CHECK(resolved.has_value(), resolved.error().text());
    auto compiled = CompiledBlock::compile(self(), context);
    LOOM_CHECK(compiled.has_value(), compiled.error().text());
    return *std::move(compiled);
}

}  // namespace

BlockModel::BlockModel(WordsAndClasses facts, std::uint64_t seed, const BlockMaker& make)
    : facts_(std::make_unique<const WordsAndClasses>(std::move(facts))),
      compiled_(compileOwn(make, {.parameters = &parameters_,
                                  .signatures = signatures_,
                                  .seed = seed,
                                  .numClasses = facts_->numClasses,
                                  .words = &facts_->words})) {}

Result<ModelOutput> BlockModel::build(Graph& graph, const Example& example, BuildMode mode,
                                      std::int32_t stream) const {
    GraphBuilder builder(graph, parameters_);
    graph.setOrigin({.example = stream});
    const auto result = compiled_.run(builder, exampleValue(example), mode == BuildMode::kTrain, stream);
    graph.setOrigin({.example = stream});
    if (!result) {
        return unreadable(example, result.error().text());
    }
    ModelOutput output;
    std::vector<Expr> losses;
    for (const LossEntry& entry : result->records.losses) {
        if (entry.loss.isValid()) {
            losses.push_back(entry.loss);
        } else if (mode == BuildMode::kTrain) {
            continue;
        }
        output.predictions.push_back(
            {.output = entry.output.id, .part = entry.part, .label = entry.label, .isRoot = entry.isRoot});
    }
    if (!losses.empty()) {
        output.loss = sum(builder, losses, 1).id;
        LOOM_TRY_VOID(builder.finish());
    }
    return output;
}

std::string BlockModel::state() const {
    return facts_->toJson().dump();
}

std::vector<float> BlockModel::toOutputs(std::span<const float> raw) const {
    return softmaxOf(raw);
}

}  // namespace loomscope
