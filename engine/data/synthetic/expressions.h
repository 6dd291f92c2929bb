// SPDX-License-Identifier: Apache-2.0
// synthetic:expressions, regression on trees: arithmetic with its value as target.
#pragma once

#include "engine/data/synthetic/synthetic_set.h"

namespace loomscope {

/// Binary trees with digits as words and +, -, * as categories. The target is the value. A product is only
/// written where it stays within ±100, so that values stay of one size. Keys: n, dev, test, seed, leaves
/// (range).
[[nodiscard]] SyntheticSet expressionSet();

}  // namespace loomscope
