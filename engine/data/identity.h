// SPDX-License-Identifier: Apache-2.0
// When two records are the same thing.
#pragma once

#include "engine/data/example.h"

#include <string>

namespace loomscope {

/// Text that two examples share if and only if their structures are the same, whatever their labels and
/// targets say: the canonical SMILES of a molecule; words, branching and categories of a tree; tokens of a
/// sequence; arcs of a lattice.
[[nodiscard]] std::string identity(const Example& example);

}  // namespace loomscope
