// SPDX-License-Identifier: Apache-2.0
// What models of molecules learn to predict: numbers in standard units, or yes-or-no questions; with gaps.
#pragma once

#include "engine/data/dataset.h"
#include "engine/graph/expr.h"
#include "engine/models/model.h"

#include <nlohmann/json_fwd.hpp>

#include <span>
#include <string>
#include <vector>

namespace loomscope {

/// The targets of a dataset. Numbers are standardised by mean and deviation of those present in the training
/// set.
class MoleculeTargets {
public:
    /// Errors: kInvalid if `model` does not read such data, there are no targets, or those of a
    /// classification are other than 0, 1 or missing.
    static Result<MoleculeTargets> of(const ModelInfo& model, const ModelOptions& options,
                                      const Dataset& train);
    /// Errors: kParse if `json` is not what toJson() gives.
    static Result<MoleculeTargets> fromJson(const nlohmann::json& json);
    [[nodiscard]] nlohmann::json toJson() const;

    [[nodiscard]] std::int32_t size() const { return static_cast<std::int32_t>(means_.size()); }
    /// Adds the loss of an example to the graph, mean over all targets, missing ones counting nothing:
    /// squared errors in standard units, or binary cross-entropy. An invalid Expr if no target is there.
    [[nodiscard]] Expr addLoss(GraphBuilder& builder, Expr scores, std::span<const float> targets) const;
    /// Turns scores into numbers in the targets' own units, or into probabilities.
    [[nodiscard]] std::vector<float> toOutputs(std::span<const float> scores) const;

private:
    Task task_ = Task::kRegression;
    std::vector<float> means_;       ///< 0 for classification
    std::vector<float> deviations_;  ///< 1 for classification, and for targets that do not vary
};

}  // namespace loomscope
