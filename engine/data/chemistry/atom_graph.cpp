// SPDX-License-Identifier: Apache-2.0
#include "engine/data/chemistry/atom_graph.h"

#include "engine/data/chemistry/rdkit_molecule.h"
#include "engine/data/chemistry/smiles.h"

#include <GraphMol/Chirality.h>
#include <GraphMol/Conformer.h>
#include <GraphMol/MolOps.h>
#include <GraphMol/RWMol.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <set>
#include <string>
#include <utility>

namespace loomscope {

namespace {

RDKit::Bond::BondType bondType(Molecule::BondKind kind) {
    switch (kind) {
        case Molecule::BondKind::kSingle:
            return RDKit::Bond::SINGLE;
        case Molecule::BondKind::kDouble:
            return RDKit::Bond::DOUBLE;
        case Molecule::BondKind::kTriple:
            return RDKit::Bond::TRIPLE;
        case Molecule::BondKind::kAromatic:
            return RDKit::Bond::AROMATIC;
        case Molecule::BondKind::kOther:
            break;
    }
    return RDKit::Bond::DATIVE;
}

constexpr int kMaxCharge = 20;
constexpr int kMaxIsotope = 400;

Result<void> checkAtoms(const AtomGraph& graph) {
    for (std::size_t i = 0; i < graph.atoms.size(); ++i) {
        const AtomGraph::Atom& atom = graph.atoms[i];
        if (std::abs(atom.charge) > kMaxCharge) {
            return fail(ErrorCode::kParse, fmt::format("atom {} has the charge {}", i + 1, atom.charge));
        }
        if (atom.isotope < 0 || atom.isotope > kMaxIsotope) {
            return fail(ErrorCode::kParse,
                        fmt::format("atom {} has the mass number {}", i + 1, atom.isotope));
        }
    }
    return {};
}

Result<void> checkBonds(const AtomGraph& graph) {
    const auto size = static_cast<int>(graph.atoms.size());
    std::set<std::pair<int, int>> known;
    for (const AtomGraph::Bond& bond : graph.bonds) {
        const auto [low, high] = std::minmax(bond.begin, bond.end);
        if (low < 0 || high >= size) {
            return fail(ErrorCode::kParse, fmt::format("a bond to atom {} where there are {}",
                                                       (low < 0 ? low : high) + 1, size));
        }
        if (low == high) {
            return fail(ErrorCode::kParse, fmt::format("a bond from atom {} to itself", low + 1));
        }
        if (!known.emplace(low, high).second) {
            return fail(ErrorCode::kParse,
                        fmt::format("two bonds between atoms {} and {}", low + 1, high + 1));
        }
    }
    return {};
}

void addAtoms(const AtomGraph& graph, RDKit::RWMol& molecule) {
    auto conformer = std::make_unique<RDKit::Conformer>(static_cast<unsigned>(graph.atoms.size()));
    conformer->set3D(graph.is3d);
    for (const AtomGraph::Atom& atom : graph.atoms) {
        auto made = std::make_unique<RDKit::Atom>(atom.atomicNumber);
        made->setFormalCharge(atom.charge);
        made->setIsotope(static_cast<unsigned>(std::max(atom.isotope, 0)));
        made->setNumRadicalElectrons(static_cast<unsigned>(std::max(atom.radicalElectrons, 0)));
        made->setNoImplicit(graph.hasAllHydrogens || atom.valence >= 0);
        const unsigned index = molecule.addAtom(made.release(), false, true);
        conformer->setAtomPos(index, {atom.position[0], atom.position[1], atom.position[2]});
    }
    if (graph.is3d || graph.isFlat) {
        molecule.addConformer(conformer.release(), true);
    }
}

void addBonds(const AtomGraph& graph, RDKit::RWMol& molecule) {
    for (const AtomGraph::Bond& bond : graph.bonds) {
        const auto begin = static_cast<unsigned>(bond.begin);
        const auto end = static_cast<unsigned>(bond.end);
        molecule.addBond(begin, end, bondType(bond.kind));
        RDKit::Bond* made = molecule.getBondBetweenAtoms(begin, end);
        if (bond.kind == Molecule::BondKind::kAromatic) {
            made->setIsAromatic(true);
            made->getBeginAtom()->setIsAromatic(true);
            made->getEndAtom()->setIsAromatic(true);
        }
        if (bond.wedge != AtomGraph::Wedge::kNone) {
            made->setBondDir(bond.wedge == AtomGraph::Wedge::kUp     ? RDKit::Bond::BEGINWEDGE
                             : bond.wedge == AtomGraph::Wedge::kDown ? RDKit::Bond::BEGINDASH
                                                                     : RDKit::Bond::UNKNOWN);
        }
    }
}

/// Hydrogens of the atoms whose valence the file fixes.
void fixValences(const AtomGraph& graph, RDKit::RWMol& molecule) {
    for (RDKit::Atom* atom : molecule.atoms()) {
        double bonds = 0.0;
        for (const RDKit::Bond* bond : molecule.atomBonds(atom)) {
            bonds += bond->getBondTypeAsDouble();
        }
        const int left = graph.atoms[atom->getIdx()].valence - static_cast<int>(bonds);
        if (left > 0) {
            atom->setNumExplicitHs(static_cast<unsigned>(left));
        }
    }
}

}  // namespace

Result<Molecule> moleculeOf(const AtomGraph& graph) {
    if (graph.atoms.empty()) {
        return fail(ErrorCode::kParse, "the structure has no atoms");
    }
    if (graph.atoms.size() > kMaxMoleculeAtoms) {
        return fail(ErrorCode::kResource, fmt::format("the structure has {} atoms; the limit is {}",
                                                      graph.atoms.size(), kMaxMoleculeAtoms));
    }
    LOOM_TRY_VOID(checkAtoms(graph));
    LOOM_TRY_VOID(checkBonds(graph));
    silenceRdkit();
    try {
        RDKit::RWMol molecule;
        addAtoms(graph, molecule);
        addBonds(graph, molecule);
        fixValences(graph, molecule);
        if (graph.is3d && !graph.bonds.empty()) {
            molecule.updatePropertyCache(false);
            RDKit::MolOps::assignChiralTypesFrom3D(molecule);
        } else if (graph.isFlat) {
            molecule.updatePropertyCache(false);
            RDKit::MolOps::assignChiralTypesFromBondDirs(molecule);
        }
        LOOM_TRY_VOID(sanitiseStructure(molecule, !graph.hasAllHydrogens));
        return describeMolecule(molecule);
    } catch (const std::exception&) {
        return fail(ErrorCode::kParse, "RDKit can't build this structure");
    }
}

Result<AtomGraph> fullGraphOf(std::string_view smiles) {
    LOOM_TRY(const auto built, buildMolecule(smiles));
    try {
        RDKit::MolOps::addHs(*built);
        AtomGraph graph{.hasAllHydrogens = true};
        for (const RDKit::Atom* atom : built->atoms()) {
            graph.atoms.push_back({.atomicNumber = atom->getAtomicNum(),
                                   .charge = atom->getFormalCharge(),
                                   .isotope = static_cast<int>(atom->getIsotope()),
                                   .radicalElectrons = static_cast<int>(atom->getNumRadicalElectrons())});
        }
        for (const RDKit::Bond* bond : built->bonds()) {
            graph.bonds.push_back({.begin = static_cast<int>(bond->getBeginAtomIdx()),
                                   .end = static_cast<int>(bond->getEndAtomIdx()),
                                   .kind = bondKind(*bond)});
        }
        return graph;
    } catch (const std::exception&) {
        return fail(ErrorCode::kParse, "RDKit can't add the hydrogens of this structure");
    }
}

}  // namespace loomscope
