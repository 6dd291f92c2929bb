// SPDX-License-Identifier: Apache-2.0
// What the files of QM9 have beside the atoms.
#pragma once

#include "engine/data/readers/xyz_frame.h"

#include <array>
#include <string>
#include <string_view>

namespace loomscope {

/// The targets of QM9 in the order of its files.
inline constexpr std::array<std::string_view, 15> kQm9Targets = {
    "A", "B", "C", "mu", "alpha", "homo", "lumo", "gap", "r2", "zpve", "U0", "U", "H", "G", "Cv"};

/// Whether a comment is the line of properties of a QM9 file.
[[nodiscard]] bool isQm9Comment(std::string_view comment);

/// Makes fields of the properties and of the lines behind the atoms (charges, frequencies, smiles,
/// relaxed_smiles, inchi), takes the bonds from the SMILES if its atoms are those of the frame, and returns
/// the molecule's name ("gdb_17").
[[nodiscard]] std::string readQm9Record(XyzFrame& frame, LineReader& lines);

}  // namespace loomscope
