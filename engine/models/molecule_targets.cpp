// SPDX-License-Identifier: Apache-2.0
#include "engine/models/molecule_targets.h"

#include "engine/models/scores.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace loomscope {

namespace {

/// Running mean and variance of one target (Welford, 1962).
struct Moments {
    std::int64_t count = 0;
    double mean = 0;
    double squares = 0;

    void add(double value) {
        ++count;
        const double distance = value - mean;
        mean += distance / static_cast<double>(count);
        squares += distance * (value - mean);
    }
    [[nodiscard]] double deviation() const {
        const double variance = count > 0 ? squares / static_cast<double>(count) : 0;
        return variance > 0 ? std::sqrt(variance) : 1.0;
    }
};

}  // namespace

Result<MoleculeTargets> MoleculeTargets::of(const ModelInfo& model, const ModelOptions&,
                                            const Dataset& train) {
    const DatasetInfo& info = train.info();
    if (info.kind != model.reads) {
        return fail(ErrorCode::kInvalid,
                    fmt::format("{} learns from {}s; {} holds something else ({})", model.name,
                                loomscope::name(model.reads), info.name, loomscope::name(info.kind)));
    }
    if (info.targetNames.empty() || info.task == Task::kNone) {
        return fail(ErrorCode::kInvalid,
                    fmt::format("{} has no targets to learn; name their columns with --target", info.name));
    }
    MoleculeTargets targets;
    targets.task_ = info.task;
    std::vector<Moments> moments(info.targetNames.size());
    for (std::int64_t i = 0; i < train.size(); ++i) {
        const auto example = train.at(i);
        for (std::size_t t = 0; t < std::min(moments.size(), example->targets.size()); ++t) {
            const float value = example->targets[t];
            if (std::isnan(value)) {
                continue;
            }
            if (info.task == Task::kClassification && value != 0.0F && value != 1.0F) {
                return fail(
                    ErrorCode::kInvalid,
                    fmt::format(
                        "target '{}' is {}; a classification needs 0, 1 or nothing. Use --task regression?",
                        info.targetNames[t], value),
                    {.file = info.path, .record = example->record, .line = example->line});
            }
            moments[t].add(value);
        }
    }
    for (const Moments& moment : moments) {
        const bool isRegression = info.task == Task::kRegression;
        targets.means_.push_back(isRegression ? static_cast<float>(moment.mean) : 0.0F);
        targets.deviations_.push_back(isRegression ? static_cast<float>(moment.deviation()) : 1.0F);
    }
    return targets;
}

Result<MoleculeTargets> MoleculeTargets::fromJson(const nlohmann::json& json) {
    try {
        MoleculeTargets targets;
        targets.task_ =
            json.at("task") == name(Task::kRegression) ? Task::kRegression : Task::kClassification;
        targets.means_ = json.at("means").get<std::vector<float>>();
        targets.deviations_ = json.at("deviations").get<std::vector<float>>();
        if (!targets.means_.empty() && targets.means_.size() == targets.deviations_.size()) {
            return targets;
        }
    } catch (const nlohmann::json::exception&) {
        // Reported below, with the other ways of being wrong.
    }
    return fail(ErrorCode::kParse, "the stored state does not describe the targets of a model of molecules");
}

nlohmann::json MoleculeTargets::toJson() const {
    return {{"task", name(task_)}, {"means", means_}, {"deviations", deviations_}};
}

Expr MoleculeTargets::addLoss(GraphBuilder& builder, Expr scores, std::span<const float> targets) const {
    std::vector<float> scaled(means_.size());
    std::vector<float> mask(means_.size());
    bool hasAny = false;
    for (std::size_t t = 0; t < std::min(targets.size(), means_.size()); ++t) {
        if (!std::isnan(targets[t])) {
            scaled[t] = (targets[t] - means_[t]) / deviations_[t];
            mask[t] = 1.0F;
            hasAny = true;
        }
    }
    if (!hasAny) {
        return {};
    }
    const Shape shape{size()};
    const Expr target = builder.input(shape, scaled);
    const Expr present = builder.input(shape, mask);
    const Expr loss = task_ == Task::kRegression ? squaredError(scores, target, present)
                                                 : binaryCrossEntropy(scores, target, present);
    return size() == 1 ? loss : (1.0F / static_cast<float>(size())) * loss;
}

std::vector<float> MoleculeTargets::toOutputs(std::span<const float> scores) const {
    if (task_ == Task::kClassification) {
        return sigmoidOf(scores);
    }
    std::vector<float> outputs(scores.begin(), scores.end());
    for (std::size_t t = 0; t < outputs.size(); ++t) {
        outputs[t] = outputs[t] * deviations_[t] + means_[t];
    }
    return outputs;
}

}  // namespace loomscope
