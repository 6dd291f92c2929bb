// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/train/metrics.h"

namespace loomscope {

/// Shares of labelled nodes, and of labelled roots, whose most probable class is the label.
class ClassMetrics final : public MetricCollector {
public:
    void add(const Prediction& prediction, std::span<const float> outputs, const Example& example) override;
    [[nodiscard]] std::map<std::string, double> values() const override;

private:
    std::int64_t nodes_ = 0;
    std::int64_t rightNodes_ = 0;
    std::int64_t roots_ = 0;
    std::int64_t rightRoots_ = 0;
};

}  // namespace loomscope
