// SPDX-License-Identifier: Apache-2.0
// Blocks that give nothing on: what passes them is collected, from anywhere in a tree.
#pragma once

#include "engine/blocks/block.h"

#include <string>

namespace loomscope::blocks {

/// A tensor, or (tensor, object label) → nothing. All values of one name are collected in order of
/// evaluation; they have one type.
[[nodiscard]] Block metric(std::string name);
/// (scores, object class) → nothing. The class is a whole number, or nothing if it is unknown: then there is
/// a prediction and no loss. The loss is the cross-entropy of the scores' softmax.
[[nodiscard]] Block classLoss();
/// (predictions [T], object list of T numbers) → nothing. Missing numbers have no part in the loss: the sum
/// of squared errors.
[[nodiscard]] Block targetLoss();

}  // namespace loomscope::blocks
