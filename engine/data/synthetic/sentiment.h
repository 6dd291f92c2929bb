// SPDX-License-Identifier: Apache-2.0
// synthetic:sentiment, a treebank of opinions in which the order of words decides.
#pragma once

#include "engine/data/synthetic/synthetic_set.h"

namespace loomscope {

/// Sentences of drawSentence(), none twice. With its defaults it is the treebank of
/// sample_data/trees/sentiment. Keys: n, dev, test, seed.
[[nodiscard]] SyntheticSet sentimentSet();

}  // namespace loomscope
