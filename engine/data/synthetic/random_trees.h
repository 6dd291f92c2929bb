// SPDX-License-Identifier: Apache-2.0
// synthetic:trees, the workload of benchmarks: random binary trees with random words and labels.
#pragma once

#include "engine/base/rng.h"
#include "engine/data/example.h"
#include "engine/data/synthetic/synthetic_set.h"

#include <cstdint>

namespace loomscope {

/// A binary tree of so many leaves, each split point equally likely at each phrase. Leaves have the tokens 0
/// … numLeaves−1 in order; `tokens` itself stays empty. numLeaves must be positive. No recursion.
[[nodiscard]] Tree randomBinaryTree(std::int64_t numLeaves, Rng& rng);

/// Keys: n, dev, test, seed, leaves (range), vocabulary, labels, shapes (how many different ones; 0: each
/// tree has its own).
[[nodiscard]] SyntheticSet randomTreeSet();

}  // namespace loomscope
