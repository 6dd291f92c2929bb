// SPDX-License-Identifier: Apache-2.0
// The format of a text by a look at its first lines.
#pragma once

#include "engine/data/open/file_format.h"

#include <string_view>

namespace loomscope {

/// The format that the head of a file looks like. A table is what nothing else is; a text without a word is
/// taken for brackets, whose reader says that it is empty.
[[nodiscard]] FileFormat recogniseContent(std::string_view head);

}  // namespace loomscope
