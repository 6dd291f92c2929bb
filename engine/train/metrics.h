// SPDX-License-Identifier: Apache-2.0
// How good predictions are.
#pragma once

#include "engine/data/dataset.h"
#include "engine/models/model.h"

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace loomscope {

/// Collects predictions of one evaluation. A metric that can't be computed (no labels, one class only, no
/// variance) is left out, never given as 0.
class MetricCollector {
public:
    virtual ~MetricCollector() = default;
    /// `outputs` is what Model::toOutputs gave for `prediction`.
    virtual void add(const Prediction& prediction, std::span<const float> outputs,
                     const Example& example) = 0;
    [[nodiscard]] virtual std::map<std::string, double> values() const = 0;
};

/// Chooses by what the dataset has: class labels at nodes give node_accuracy and root_accuracy; targets that
/// are 0 or 1 give accuracy and roc_auc; numbers give rmse, mae and r2. With several targets these are means,
/// and "rmse/NAME" is one of them.
[[nodiscard]] std::unique_ptr<MetricCollector> makeMetrics(const DatasetInfo& info);

/// The metrics that may choose the best epoch; "loss" is one.
[[nodiscard]] std::span<const std::string_view> metricNames();
/// The usual metric of a dataset's task.
[[nodiscard]] std::string_view defaultMetric(const DatasetInfo& info);
/// True if `value` of a metric is better than `best`: larger, or smaller for losses and errors. Never for
/// NaN.
[[nodiscard]] bool isBetter(std::string_view metric, double value, double best);

}  // namespace loomscope
