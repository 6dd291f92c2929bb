// SPDX-License-Identifier: Apache-2.0
// A record of a dataset as the value that blocks read.
#pragma once

#include "engine/blocks/block_value.h"
#include "engine/data/example.h"

namespace loomscope {

/// A tree is its root node; a molecule a dict of "atoms", "bonds" and "targets"; a sequence a dict of
/// "tokens", "tags" and "targets"; a lattice a dict of "positions", "tokens", "tags" and "arcs". Each atom
/// has "index", "neighbours" (atoms by index) and its facts; each bond "begin", "end" and its facts. A
/// missing target or tag is nothing. `example` must outlive the value.
[[nodiscard]] BlockValue exampleValue(const Example& example);

}  // namespace loomscope
