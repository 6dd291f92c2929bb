// SPDX-License-Identifier: Apache-2.0
#include "engine/train/target_metrics.h"

#include <algorithm>
#include <cmath>

namespace loomscope {

std::optional<double> rocAuc(std::vector<TargetPair> pairs) {
    std::ranges::sort(pairs, {}, &TargetPair::predicted);
    double rankSum = 0;
    double positives = 0;
    for (std::size_t first = 0; first < pairs.size();) {
        std::size_t last = first;
        double positivesHere = 0;
        while (last < pairs.size() && pairs[last].predicted == pairs[first].predicted) {
            positivesHere += pairs[last].target > 0.5F ? 1 : 0;
            ++last;
        }
        // Ranks count from 1; equal predictions share the mean of theirs.
        rankSum += positivesHere * (static_cast<double>(first + 1 + last) / 2);
        positives += positivesHere;
        first = last;
    }
    const double negatives = static_cast<double>(pairs.size()) - positives;
    if (positives == 0 || negatives == 0) {
        return std::nullopt;
    }
    return (rankSum - positives * (positives + 1) / 2) / (positives * negatives);
}

std::optional<double> determination(std::span<const TargetPair> pairs) {
    double mean = 0;
    for (const TargetPair& pair : pairs) {
        mean += pair.target / static_cast<double>(pairs.size());
    }
    double errors = 0;
    double variation = 0;
    for (const TargetPair& pair : pairs) {
        errors += std::pow(static_cast<double>(pair.predicted) - pair.target, 2);
        variation += std::pow(pair.target - mean, 2);
    }
    return variation > 0 ? std::optional(1 - errors / variation) : std::nullopt;
}

void TargetMetrics::add(const Prediction&, std::span<const float> outputs, const Example& example) {
    for (std::size_t t = 0; t < std::min({pairs_.size(), outputs.size(), example.targets.size()}); ++t) {
        if (!std::isnan(example.targets[t])) {
            pairs_[t].push_back({.predicted = outputs[t], .target = example.targets[t]});
        }
    }
}

std::map<std::string, double> TargetMetrics::values() const {
    std::map<std::string, double> values;
    std::map<std::string, std::vector<double>> byMetric;
    for (std::size_t t = 0; t < pairs_.size(); ++t) {
        if (pairs_[t].empty()) {
            continue;
        }
        for (const auto& [metric, value] : ofTarget(pairs_[t])) {
            byMetric[metric].push_back(value);
            if (pairs_.size() > 1) {
                values[metric + "/" + names_[t]] = value;
            }
        }
    }
    for (const auto& [metric, ofTargets] : byMetric) {
        double sum = 0;
        for (const double value : ofTargets) {
            sum += value;
        }
        values[metric] = sum / static_cast<double>(ofTargets.size());
    }
    return values;
}

std::map<std::string, double> BinaryMetrics::ofTarget(const std::vector<TargetPair>& pairs) const {
    const auto right = std::ranges::count_if(
        pairs, [](const TargetPair& pair) { return (pair.predicted > 0.5F) == (pair.target > 0.5F); });
    std::map<std::string, double> values{
        {"accuracy", static_cast<double>(right) / static_cast<double>(pairs.size())}};
    if (const auto area = rocAuc(pairs)) {
        values["roc_auc"] = *area;
    }
    return values;
}

std::map<std::string, double> RegressionMetrics::ofTarget(const std::vector<TargetPair>& pairs) const {
    double squares = 0;
    double absolutes = 0;
    for (const TargetPair& pair : pairs) {
        const double error = static_cast<double>(pair.predicted) - pair.target;
        squares += error * error;
        absolutes += std::abs(error);
    }
    const auto count = static_cast<double>(pairs.size());
    std::map<std::string, double> values{{"rmse", std::sqrt(squares / count)}, {"mae", absolutes / count}};
    if (const auto r2 = determination(pairs)) {
        values["r2"] = *r2;
    }
    return values;
}

}  // namespace loomscope
