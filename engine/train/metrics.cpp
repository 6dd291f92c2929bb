// SPDX-License-Identifier: Apache-2.0
#include "engine/train/metrics.h"

#include "engine/train/class_metrics.h"
#include "engine/train/target_metrics.h"

#include <algorithm>
#include <array>

namespace loomscope {

std::unique_ptr<MetricCollector> makeMetrics(const DatasetInfo& info) {
    if (info.targetNames.empty()) {
        return std::make_unique<ClassMetrics>();
    }
    if (info.task == Task::kClassification) {
        return std::make_unique<BinaryMetrics>(info.targetNames);
    }
    return std::make_unique<RegressionMetrics>(info.targetNames);
}

std::span<const std::string_view> metricNames() {
    static constexpr std::array<std::string_view, 8> kNames{
        "loss", "root_accuracy", "node_accuracy", "accuracy", "roc_auc", "rmse", "mae", "r2"};
    return kNames;
}

std::string_view defaultMetric(const DatasetInfo& info) {
    if (info.targetNames.empty()) {
        return info.kind == StructureKind::kTree ? "root_accuracy" : "node_accuracy";
    }
    return info.task == Task::kClassification ? "roc_auc" : "rmse";
}

bool isBetter(std::string_view metric, double value, double best) {
    static constexpr std::array<std::string_view, 3> kSmaller{"loss", "rmse", "mae"};
    return std::ranges::find(kSmaller, metric) != kSmaller.end() ? value < best : value > best;
}

}  // namespace loomscope
