// SPDX-License-Identifier: Apache-2.0
// Molecules from SMILES, by RDKit.
#pragma once

#include "engine/base/result.h"
#include "engine/data/example.h"

#include <cstddef>
#include <string_view>

namespace loomscope {

/// Beyond these the time for one molecule would no longer be a fraction of a second for ordinary structures.
inline constexpr std::size_t kMaxSmilesBytes = 5000;
inline constexpr std::size_t kMaxMoleculeAtoms = 1500;

/// Reads one SMILES; blanks around it are not part of it.
///
/// Ordinary explicit hydrogens become counts of their neighbours; isotopes of hydrogen stay atoms. All
/// fragments stay. `canonical` ignores atom map numbers, so equal structures have equal ones. Errors: kParse
/// with the column of the mistake in the text (spelling, valence, kekulization, empty), kResource if it
///         exceeds the limits above.
/// Threads: any. Cost: about a quarter of a millisecond for a drug-like molecule.
[[nodiscard]] Result<Molecule> parseSmiles(std::string_view text);

}  // namespace loomscope
