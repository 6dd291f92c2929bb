// SPDX-License-Identifier: Apache-2.0
#include "engine/blocks/record_sinks.h"

#include "engine/blocks/block_run.h"
#include "engine/blocks/block_typing.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

namespace loomscope {

namespace {

class MetricNode final : public BlockNode {
public:
    explicit MetricNode(std::string metric) : metric_(std::move(metric)) {}
    [[nodiscard]] std::string name() const override { return "metric " + metric_; }

    void infer(BlockTyping& typing, BlockPlace& self) const override {
        typing.output(self, typing.types().nothing());
        typing.later(self, [this, &typing, &self]() -> Result<bool> {
            TypeTable& types = typing.types();
            const auto input = types.resolve(self.in);
            if (!input) {
                return false;
            }
            const bool isPair = input->kind() == BlockType::Kind::kTuple && input->items().size() == 2 &&
                                input->items()[1] == BlockType::object();
            const BlockType& value = isPair ? input->items()[0] : *input;
            if (!value.isTensor()) {
                return fail(ErrorCode::kType,
                            fmt::format("bad input type {}: a tensor, or (tensor, object), is expected",
                                        input->text()));
            }
            const BlockType& first = typing.metricType(metric_, value);
            if (!(first == value)) {
                return fail(ErrorCode::kType, fmt::format("metric '{}' collects {} here and {} elsewhere",
                                                          metric_, value.text(), first.text()));
            }
            return true;
        });
    }
    Result<BlockValue> apply(BlockRun& run, const BlockPlace& /*self*/,
                             const BlockValue& input) const override {
        const bool isPair = input.isList();
        run.records().metrics[metric_].push_back({.value = isPair ? input.at(0).tensor() : input.tensor(),
                                                  .label = isPair ? input.at(1) : BlockValue()});
        return BlockValue();
    }

private:
    std::string metric_;
};

/// Base of losses: (tensor vector, object) → nothing.
class LossNode : public BlockNode {
public:
    void infer(BlockTyping& typing, BlockPlace& self) const override {
        TypeTable& types = typing.types();
        const TypeTerm prediction = types.unknown();
        typing.input(self, types.tuple({prediction, types.object()}));
        typing.output(self, types.nothing());
        typing.later(self, [&types, prediction]() -> Result<bool> {
            if (!types.isKnown(prediction)) {
                return false;
            }
            const auto type = types.resolve(prediction);
            if (!type || !type->isTensor() || type->shape().rank() != 1) {
                return fail(ErrorCode::kType, fmt::format("the prediction is {}; a vector is expected",
                                                          types.text(prediction)));
            }
            return true;
        });
    }
};

class ClassLossNode final : public LossNode {
public:
    [[nodiscard]] std::string name() const override { return "class_loss"; }
    Result<BlockValue> apply(BlockRun& run, const BlockPlace& /*self*/,
                             const BlockValue& input) const override {
        const Expr scores = input.at(0).tensor();
        const BlockValue label = input.at(1);
        LossEntry entry{
            .output = scores, .loss = {}, .part = run.part(), .isRoot = run.part() == run.rootPart()};
        const auto truth = label.integer();
        if (!label.isNothing() && (!truth || *truth >= scores.width())) {
            return fail(ErrorCode::kInvalid, fmt::format("the class {} is no whole number from 0 to {}",
                                                         label.summary(), scores.width() - 1));
        }
        if (truth && *truth >= 0) {
            entry.label = static_cast<std::int32_t>(*truth);
            entry.loss = crossEntropy(scores, entry.label);
        }
        run.records().losses.push_back(entry);
        return BlockValue();
    }
};

class TargetLossNode final : public LossNode {
public:
    [[nodiscard]] std::string name() const override { return "target_loss"; }
    Result<BlockValue> apply(BlockRun& run, const BlockPlace& /*self*/,
                             const BlockValue& input) const override {
        const Expr prediction = input.at(0).tensor();
        const BlockValue truth = input.at(1);
        const auto width = static_cast<std::size_t>(prediction.width());
        if (!truth.isList() || truth.size() != width) {
            return fail(ErrorCode::kInvalid,
                        fmt::format("{} targets are expected, not {}", width, truth.summary()));
        }
        std::vector<float> targets(width, 0.0F);
        std::vector<float> mask(width, 0.0F);
        bool hasTarget = false;
        for (std::size_t i = 0; i < width; ++i) {
            if (const auto number = truth.at(i).number()) {
                targets[i] = static_cast<float>(*number);
                mask[i] = 1.0F;
                hasTarget = true;
            }
        }
        LossEntry entry{.output = prediction, .loss = {}, .part = -1, .isRoot = true};
        if (hasTarget) {
            GraphBuilder& g = run.builder();
            entry.loss = squaredError(prediction, g.input(prediction.shape(), targets),
                                      g.input(prediction.shape(), mask));
        }
        run.records().losses.push_back(entry);
        return BlockValue();
    }
};

}  // namespace

namespace blocks {

Block metric(std::string name) {
    return makeBlock<MetricNode>(std::move(name));
}

Block classLoss() {
    return makeBlock<ClassLossNode>();
}

Block targetLoss() {
    return makeBlock<TargetLossNode>();
}

}  // namespace blocks
}  // namespace loomscope
