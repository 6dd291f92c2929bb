// SPDX-License-Identifier: Apache-2.0
// synthetic:lattices, text without word borders: characters, and every word that they may spell.
#pragma once

#include "engine/data/synthetic/synthetic_set.h"

namespace loomscope {

/// A text is words of a random lexicon, one to four characters each, written without borders. Its lattice has
/// an arc for each character and one for each word of two or more characters that stands anywhere in the
/// text, meant or not. The tag of the position behind a character is the class of the word that was meant, 1
/// … labels; position 0 has tag 0. Keys: n, dev, test, seed, length (range, in characters at least),
/// characters, words, labels.
[[nodiscard]] SyntheticSet latticeSet();

}  // namespace loomscope
