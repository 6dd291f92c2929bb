// SPDX-License-Identifier: GPL-3.0-or-later
// Trees, drawn as close as they fit: subtrees look alike wherever they stand (after Reingold and Tilford,
// 1981).
#pragma once

#include "viz/core/placement.h"

namespace loomscope {

/// True if every node has at most one user and there is one root: what tidyTree() takes.
[[nodiscard]] bool isTree(const LayoutPart& part);

/// Places a tree whose edges go from children to parents; the root has the highest rank. Linear; no
/// recursion.
[[nodiscard]] Placement tidyTree(const LayoutPart& part);

}  // namespace loomscope
