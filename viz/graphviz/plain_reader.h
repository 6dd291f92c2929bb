// SPDX-License-Identifier: GPL-3.0-or-later
// What `dot -Tplain` answers.
#pragma once

#include "engine/base/result.h"
#include "viz/core/layout_parts.h"

#include <string_view>
#include <vector>

namespace loomscope {

/// Reads one layout per part, in the order in which writeDot() wrote them. Sizes are those of the parts,
/// places dot's. Every node must be there; an edge that dot left out stays empty. Bounds start at (0, 0).
/// Errors: kParse with line and reason.
[[nodiscard]] Result<std::vector<GraphLayout>> readPlain(std::string_view text, const LayoutParts& split);

}  // namespace loomscope
