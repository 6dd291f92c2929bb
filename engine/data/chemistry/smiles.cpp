// SPDX-License-Identifier: Apache-2.0
#include "engine/data/chemistry/smiles.h"

#include "engine/data/chemistry/rdkit_molecule.h"

#include <GraphMol/Conformer.h>
#include <GraphMol/Descriptors/MolDescriptors.h>
#include <GraphMol/MolOps.h>
#include <GraphMol/RWMol.h>
#include <GraphMol/RingInfo.h>
#include <GraphMol/SmilesParse/SmilesWrite.h>

#include <string>
#include <vector>

namespace loomscope {

namespace {

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kBlanks = " \t\r\n";
    const std::size_t first = text.find_first_not_of(kBlanks);
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

std::int16_t chirality(const RDKit::Atom& atom) {
    switch (atom.getChiralTag()) {
        case RDKit::Atom::CHI_UNSPECIFIED:
            return 0;
        case RDKit::Atom::CHI_TETRAHEDRAL_CW:
            return 1;
        case RDKit::Atom::CHI_TETRAHEDRAL_CCW:
            return 2;
        default:
            return 3;
    }
}

std::int16_t hybridization(const RDKit::Atom& atom) {
    switch (atom.getHybridization()) {
        case RDKit::Atom::S:
            return 1;
        case RDKit::Atom::SP:
            return 2;
        case RDKit::Atom::SP2:
            return 3;
        case RDKit::Atom::SP3:
            return 4;
        case RDKit::Atom::SP3D:
            return 5;
        case RDKit::Atom::SP3D2:
            return 6;
        default:
            return 0;
    }
}

std::uint8_t stereo(const RDKit::Bond& bond) {
    switch (bond.getStereo()) {
        case RDKit::Bond::STEREONONE:
            return 0;
        case RDKit::Bond::STEREOANY:
            return 1;
        case RDKit::Bond::STEREOZ:
            return 2;
        case RDKit::Bond::STEREOE:
            return 3;
        case RDKit::Bond::STEREOCIS:
            return 4;
        case RDKit::Bond::STEREOTRANS:
            return 5;
    }
    return 0;
}

Molecule::Atom atomFacts(const RDKit::Atom& atom, const RDKit::RingInfo& rings) {
    return {.atomicNumber = static_cast<std::int16_t>(atom.getAtomicNum()),
            .charge = static_cast<std::int16_t>(atom.getFormalCharge()),
            .degree = static_cast<std::int16_t>(atom.getDegree()),
            .hydrogens = static_cast<std::int16_t>(atom.getTotalNumHs()),
            .radicalElectrons = static_cast<std::int16_t>(atom.getNumRadicalElectrons()),
            .chirality = chirality(atom),
            .hybridization = hybridization(atom),
            .isotope = static_cast<std::int16_t>(atom.getIsotope()),
            .isAromatic = atom.getIsAromatic(),
            .isInRing = rings.numAtomRings(atom.getIdx()) > 0,
            .mass = static_cast<float>(atom.getMass())};
}

Molecule::Bond bondFacts(const RDKit::Bond& bond, const RDKit::RingInfo& rings) {
    return {.begin = static_cast<std::int32_t>(bond.getBeginAtomIdx()),
            .end = static_cast<std::int32_t>(bond.getEndAtomIdx()),
            .kind = bondKind(bond),
            .isConjugated = bond.getIsConjugated(),
            .isInRing = rings.numBondRings(bond.getIdx()) > 0,
            .stereo = stereo(bond)};
}

}  // namespace

Molecule::BondKind bondKind(const RDKit::Bond& bond) {
    switch (bond.getBondType()) {
        case RDKit::Bond::SINGLE:
            return Molecule::BondKind::kSingle;
        case RDKit::Bond::DOUBLE:
            return Molecule::BondKind::kDouble;
        case RDKit::Bond::TRIPLE:
            return Molecule::BondKind::kTriple;
        case RDKit::Bond::AROMATIC:
            return Molecule::BondKind::kAromatic;
        default:
            return Molecule::BondKind::kOther;
    }
}

Molecule describeMolecule(RDKit::RWMol& source) {
    Molecule molecule;
    const RDKit::RingInfo& rings = *source.getRingInfo();
    molecule.atoms.reserve(source.getNumAtoms());
    for (RDKit::Atom* atom : source.atoms()) {
        molecule.atoms.push_back(atomFacts(*atom, rings));
        atom->setAtomMapNum(0);
    }
    molecule.bonds.reserve(source.getNumBonds());
    for (const RDKit::Bond* bond : source.bonds()) {
        molecule.bonds.push_back(bondFacts(*bond, rings));
    }
    if (source.getNumConformers() > 0 && source.getConformer().is3D()) {
        for (const RDGeom::Point3D& at : source.getConformer().getPositions()) {
            molecule.positions.push_back(
                {static_cast<float>(at.x), static_cast<float>(at.y), static_cast<float>(at.z)});
        }
    }
    molecule.canonical = RDKit::MolToSmiles(source);
    molecule.formula = RDKit::Descriptors::calcMolFormula(source);
    molecule.charge = RDKit::MolOps::getFormalCharge(source);
    std::vector<int> fragmentOfAtom;
    molecule.numFragments = static_cast<std::int32_t>(RDKit::MolOps::getMolFrags(source, fragmentOfAtom));
    return molecule;
}

Result<Molecule> parseSmiles(std::string_view text) {
    const std::string_view smiles = trimmed(text);
    LOOM_TRY(const auto built, buildMolecule(smiles));
    try {
        Molecule molecule = describeMolecule(*built);
        molecule.text = smiles;
        return molecule;
    } catch (const std::exception&) {
        return fail(ErrorCode::kParse, "RDKit can't describe this structure");
    }
}

}  // namespace loomscope
