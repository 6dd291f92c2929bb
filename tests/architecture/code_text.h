// SPDX-License-Identifier: GPL-3.0-or-later
// C++ text reduced to its code.
#pragma once

#include <string>

namespace loomscope {

/// Replaces comments, preprocessor lines, and the contents of strings and characters by blanks. Line ends
/// stay, so that lines keep their numbers.
[[nodiscard]] std::string blankNonCode(std::string text);

}  // namespace loomscope
