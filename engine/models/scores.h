// SPDX-License-Identifier: Apache-2.0
// From raw scores to what people read.
#pragma once

#include <span>
#include <vector>

namespace loomscope {

/// Probabilities of classes from their scores.
[[nodiscard]] std::vector<float> softmaxOf(std::span<const float> scores);
/// Probabilities of independent yes-or-no targets from their scores.
[[nodiscard]] std::vector<float> sigmoidOf(std::span<const float> scores);

}  // namespace loomscope
