// SPDX-License-Identifier: Apache-2.0
// The scaffold of a molecule.
#pragma once

#include "engine/base/result.h"
#include "engine/data/example.h"

#include <string>

namespace loomscope {

/// The Bemis–Murcko scaffold as a canonical SMILES: rings and what joins them, side chains cut off, without
/// stereo marks. Empty for a molecule without a ring. Errors: kParse if the molecule can't be built again
/// from its canonical SMILES. Threads: any. Cost: about that of parseSmiles.
[[nodiscard]] Result<std::string> scaffoldOf(const Molecule& molecule);

}  // namespace loomscope
