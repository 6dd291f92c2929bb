// SPDX-License-Identifier: Apache-2.0
#include "engine/models/scores.h"

#include <algorithm>
#include <cmath>

namespace loomscope {

std::vector<float> softmaxOf(std::span<const float> scores) {
    std::vector<float> shares(scores.size());
    if (scores.empty()) {
        return shares;
    }
    const double largest = *std::ranges::max_element(scores);
    double total = 0;
    for (const float score : scores) {
        total += std::exp(score - largest);
    }
    std::ranges::transform(scores, shares.begin(), [&](float score) {
        return static_cast<float>(std::exp(score - largest) / total);
    });
    return shares;
}

std::vector<float> sigmoidOf(std::span<const float> scores) {
    std::vector<float> shares(scores.size());
    std::ranges::transform(scores, shares.begin(), [](float score) {
        return static_cast<float>(1.0 / (1.0 + std::exp(-static_cast<double>(score))));
    });
    return shares;
}

}  // namespace loomscope
