// SPDX-License-Identifier: Apache-2.0
// Trees as bracketed text.
#pragma once

#include "engine/data/example.h"

#include <string>

namespace loomscope {

/// One tree on one line, without a line end: `(3 (2 good) (3 fun))`. A node's label is its class if it has
/// one, else its category; one with neither gets nothing, or `?` if a word comes first in it. Reading the
/// text again gives an equal tree but for that `?`. No recursion.
[[nodiscard]] std::string writePtb(const Tree& tree);

}  // namespace loomscope
