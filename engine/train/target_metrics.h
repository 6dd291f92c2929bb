// SPDX-License-Identifier: Apache-2.0
// Metrics of examples with one or many targets. Missing targets (NaN) count nothing.
#pragma once

#include "engine/train/metrics.h"

#include <optional>
#include <vector>

namespace loomscope {

/// One predicted number and what it should have been.
struct TargetPair {
    float predicted = 0.0F;
    float target = 0.0F;
};

/// Area under the ROC curve: how often a positive has a higher prediction than a negative, ties counting
/// half. Nothing if there are only positives or only negatives. O(n log n).
[[nodiscard]] std::optional<double> rocAuc(std::vector<TargetPair> pairs);
/// Coefficient of determination, 1 − Σ(p−t)² / Σ(t−mean t)². Nothing if the targets do not vary.
[[nodiscard]] std::optional<double> determination(std::span<const TargetPair> pairs);

/// Keeps the pairs of each target, and reports a metric as the mean over the targets that have it.
class TargetMetrics : public MetricCollector {
public:
    explicit TargetMetrics(std::vector<std::string> names)
        : names_(std::move(names)), pairs_(names_.size()) {}
    void add(const Prediction& prediction, std::span<const float> outputs, const Example& example) override;
    [[nodiscard]] std::map<std::string, double> values() const override;

protected:
    /// The metrics of one target; `pairs` is never empty.
    [[nodiscard]] virtual std::map<std::string, double> ofTarget(
        const std::vector<TargetPair>& pairs) const = 0;

private:
    std::vector<std::string> names_;
    std::vector<std::vector<TargetPair>> pairs_;
};

/// accuracy (at 0.5) and roc_auc of targets that are 0 or 1.
class BinaryMetrics final : public TargetMetrics {
public:
    using TargetMetrics::TargetMetrics;

protected:
    [[nodiscard]] std::map<std::string, double> ofTarget(const std::vector<TargetPair>& pairs) const override;
};

/// rmse, mae and r2 in the target's unit.
class RegressionMetrics final : public TargetMetrics {
public:
    using TargetMetrics::TargetMetrics;

protected:
    [[nodiscard]] std::map<std::string, double> ofTarget(const std::vector<TargetPair>& pairs) const override;
};

}  // namespace loomscope
