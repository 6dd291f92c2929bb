// SPDX-License-Identifier: Apache-2.0
#include "engine/data/chemistry/scaffold.h"

#include "engine/data/chemistry/rdkit_molecule.h"

#include <GraphMol/ChemTransforms/ChemTransforms.h>
#include <GraphMol/RWMol.h>
#include <GraphMol/SmilesParse/SmilesWrite.h>

#include <memory>

namespace loomscope {

Result<std::string> scaffoldOf(const Molecule& molecule) {
    bool hasRing = false;
    for (const Molecule::Atom& atom : molecule.atoms) {
        hasRing = hasRing || atom.isInRing;
    }
    if (!hasRing) {
        return std::string();
    }
    LOOM_TRY(const auto built, buildMolecule(molecule.canonical));
    try {
        const std::unique_ptr<RDKit::ROMol> scaffold(RDKit::MurckoDecompose(*built));
        return RDKit::MolToSmiles(*scaffold, false);
    } catch (const std::exception&) {
        return fail(ErrorCode::kParse, "RDKit can't find the scaffold of this structure");
    }
}

}  // namespace loomscope
