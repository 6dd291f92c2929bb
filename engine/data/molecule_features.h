// SPDX-License-Identifier: Apache-2.0
// Atoms and bonds as rows of numbers, every column named. Follows the features of D-MPNN (Yang et al., 2019)
// with elements of common chemistry in place of all hundred, and two flags more: in a ring, radical.
//
// Atom columns, in order; one-hot groups have a last column for everything else:
//   element_…    which element; `element_other` also for dummy atoms
//   degree_…     neighbours that are atoms of the graph, 0 to 5
//   charge_…     formal charge, −2 to 2
//   hydrogens_…  hydrogens counted on the atom, 0 to 4
//   hybrid_…     s, sp, sp2, sp3, sp3d, sp3d2
//   chiral_…     none, cw (@@), ccw (@), other
//   aromatic, ring, radical  0 or 1
//   mass         atomic mass / 100, that of the isotope if one is given
// Bond columns: bond_… (single, double, triple, aromatic, other), conjugated, ring (0 or 1),
//   stereo_… (none, any, Z, E, cis, trans).
#pragma once

#include "engine/data/example.h"

#include <span>
#include <string_view>

namespace loomscope {

[[nodiscard]] std::span<const std::string_view> atomFeatureNames();
[[nodiscard]] std::span<const std::string_view> bondFeatureNames();
[[nodiscard]] int numAtomFeatures();
[[nodiscard]] int numBondFeatures();

/// Writes the features of one atom; `out` has numAtomFeatures() places. Pure.
void atomFeatures(const Molecule& molecule, int atom, std::span<float> out);

/// Writes the features of one bond, the same in both directions; `out` has numBondFeatures() places. Pure.
void bondFeatures(const Molecule& molecule, int bond, std::span<float> out);

}  // namespace loomscope
