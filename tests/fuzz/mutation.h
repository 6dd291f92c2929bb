// SPDX-License-Identifier: GPL-3.0-or-later
// Broken variants of good files.
#pragma once

#include "engine/base/rng.h"

#include <span>
#include <string>

namespace loomscope {

/// Changes a text in one to six places: bytes changed, cut, repeated or moved, pieces of another text of the
/// corpus or of a list of troublesome words put in, the end cut off. The same for the same state of `rng`.
[[nodiscard]] std::string mutate(const std::string& text, std::span<const std::string> corpus, Rng& rng);

}  // namespace loomscope
