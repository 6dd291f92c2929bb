// SPDX-License-Identifier: GPL-3.0-or-later
// Acyclic graphs in layers (after Sugiyama et al., 1981): ranks by longest path, order by barycentres, places
// by least squares.
#pragma once

#include "viz/core/placement.h"

namespace loomscope {

/// Places a connected graph. Long edges bend around boxes unless there are very many of them.
/// Cost: O((n + bends) log n); no recursion.
[[nodiscard]] Placement layered(const LayoutPart& part);

}  // namespace loomscope
