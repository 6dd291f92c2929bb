// SPDX-License-Identifier: Apache-2.0
// The one way from a SMILES to RDKit's molecule. Private to this folder.
#pragma once

#include "engine/base/result.h"

#include <memory>
#include <string_view>

namespace RDKit {
class RWMol;
}

namespace loomscope {

/// Builds a sanitised molecule: ordinary explicit hydrogens become counts, aromaticity, conjugation,
/// hybridization and stereochemistry are perceived. Atoms keep the order of the text. Errors and threads: as
/// parseSmiles.
[[nodiscard]] Result<std::shared_ptr<RDKit::RWMol>> buildMolecule(std::string_view smiles);

}  // namespace loomscope
