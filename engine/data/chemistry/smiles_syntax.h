// SPDX-License-Identifier: Apache-2.0
// The spelling of a SMILES: where its atoms stand, and the first thing that is wrong with it.
// RDKit decides what is a molecule; this explains what it refuses.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loomscope {

/// Something that no SMILES may contain.
struct SmilesMistake {
    std::size_t offset = 0;  ///< byte it was seen at
    std::string message;
};

/// What one pass over the characters tells.
struct SmilesSyntax {
    std::vector<std::size_t> atomOffsets;  ///< byte where each atom begins, in order, up to the mistake
    std::optional<SmilesMistake> mistake;
};

/// Whether a character is one of those that SMILES are written with; a blank is not.
[[nodiscard]] bool isPrintableAscii(char c);

/// Reads a SMILES without building a molecule. Cost: linear; no recursion.
[[nodiscard]] SmilesSyntax scanSmiles(std::string_view smiles);

}  // namespace loomscope
