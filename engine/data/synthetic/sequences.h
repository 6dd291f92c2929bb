// SPDX-License-Identifier: Apache-2.0
// synthetic:sequences, tagging that needs to look ahead.
#pragma once

#include "engine/data/synthetic/synthetic_set.h"

namespace loomscope {

/// Tokens with one tag each. Two words in three have a tag of their own. The others ("…?") have two possible
/// tags, and the tag of the next token decides which: the first of them if that tag is even or there is no
/// next token. Keys: n, dev, test, seed, length (range), vocabulary, labels.
[[nodiscard]] SyntheticSet sequenceSet();

}  // namespace loomscope
