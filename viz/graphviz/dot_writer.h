// SPDX-License-Identifier: GPL-3.0-or-later
// What `dot` gets: integers and sizes, no texts. Nothing needs quoting, and no font of its own can change the
// picture.
#pragma once

#include "viz/core/layout_parts.h"

#include <string>

namespace loomscope {

/// One digraph per part, in order; node names are ids in the part. Sizes are in pixels of 1/72 inch.
[[nodiscard]] std::string writeDot(const LayoutParts& split, LayoutDirection direction);

}  // namespace loomscope
