// SPDX-License-Identifier: Apache-2.0
// The ways to RDKit's molecule and from it to ours. Private to this folder.
#pragma once

#include "engine/base/result.h"
#include "engine/data/example.h"

#include <memory>
#include <string_view>

namespace RDKit {
class Bond;
class RWMol;
}  // namespace RDKit

namespace loomscope {

/// Builds a sanitised molecule: ordinary explicit hydrogens become counts, aromaticity, conjugation,
/// hybridization and stereochemistry are perceived. Atoms keep the order of the text. Errors and threads: as
/// parseSmiles.
[[nodiscard]] Result<std::shared_ptr<RDKit::RWMol>> buildMolecule(std::string_view smiles);

/// Sanitises a molecule that was built atom by atom, as buildMolecule does; with `mergesHydrogens` ordinary
/// hydrogens become counts. Double bonds get their marks from its conformer, if it has one.
[[nodiscard]] Result<void> sanitiseStructure(RDKit::RWMol& molecule, bool mergesHydrogens);

/// The facts of a sanitised molecule; positions if it has a conformer of space. Atom map numbers are removed
/// from it. Throws what RDKit throws.
[[nodiscard]] Molecule describeMolecule(RDKit::RWMol& molecule);

[[nodiscard]] Molecule::BondKind bondKind(const RDKit::Bond& bond);

/// RDKit would write every refused molecule to standard error.
void silenceRdkit();

}  // namespace loomscope
