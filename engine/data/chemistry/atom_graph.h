// SPDX-License-Identifier: Apache-2.0
// Atoms and bonds as files of structures list them, before they are a molecule.
#pragma once

#include "engine/base/result.h"
#include "engine/data/example.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace loomscope {

/// What a file says of the atoms and bonds of one structure.
struct AtomGraph {
    struct Atom {
        int atomicNumber = 0;  ///< 0: dummy
        int charge = 0;
        int isotope = 0;
        int radicalElectrons = 0;
        int valence = -1;  ///< number of bonds with hydrogens, where the file fixes it
        std::array<float, 3> position{};
    };
    enum class Wedge : std::uint8_t { kNone, kUp, kDown, kEither };
    struct Bond {
        int begin = 0;
        int end = 0;
        Molecule::BondKind kind = Molecule::BondKind::kSingle;
        Wedge wedge = Wedge::kNone;
    };
    std::vector<Atom> atoms;
    std::vector<Bond> bonds;
    bool is3d = false;             ///< positions are of space, and the molecule keeps them
    bool isFlat = false;           ///< positions are of a drawing
    bool hasAllHydrogens = false;  ///< hydrogens are atoms and stay atoms; no others are implied
};

/// Makes the molecule of a graph. Ordinary hydrogens that are atoms become counts of their neighbours unless
/// hasAllHydrogens; marks of chirality and double bonds come from the positions. Errors: kParse for a valence
/// or aromatic ring that can't be, a bond to itself, a second bond of the same atoms, an atom that does not
/// exist; kResource above kMaxMoleculeAtoms. Messages count atoms from 1. Threads: any.
[[nodiscard]] Result<Molecule> moleculeOf(const AtomGraph& graph);

/// The mass number of the most common isotope of an element.
[[nodiscard]] int mostCommonIsotope(int atomicNumber);

/// Adds single bonds between atoms whose distance is at most 1.25 times the sum of their covalent radii.
void guessBonds(AtomGraph& graph);

/// Whether each bond of a graph with positions has such a length.
[[nodiscard]] bool haveBondLengths(const AtomGraph& graph);

/// The atoms and bonds of a SMILES with every hydrogen as an atom, hydrogens behind the others in their
/// order. Errors: as parseSmiles.
[[nodiscard]] Result<AtomGraph> fullGraphOf(std::string_view smiles);

}  // namespace loomscope
