// SPDX-License-Identifier: Apache-2.0
#include "engine/train/class_metrics.h"

#include <algorithm>

namespace loomscope {

void ClassMetrics::add(const Prediction& prediction, std::span<const float> outputs, const Example&) {
    if (prediction.label < 0 || outputs.empty()) {
        return;
    }
    const auto chosen = static_cast<std::int32_t>(std::ranges::max_element(outputs) - outputs.begin());
    const std::int64_t isRight = chosen == prediction.label ? 1 : 0;
    ++nodes_;
    rightNodes_ += isRight;
    if (prediction.isRoot) {
        ++roots_;
        rightRoots_ += isRight;
    }
}

std::map<std::string, double> ClassMetrics::values() const {
    std::map<std::string, double> values;
    if (nodes_ > 0) {
        values["node_accuracy"] = static_cast<double>(rightNodes_) / static_cast<double>(nodes_);
    }
    if (roots_ > 0) {
        values["root_accuracy"] = static_cast<double>(rightRoots_) / static_cast<double>(roots_);
    }
    return values;
}

}  // namespace loomscope
