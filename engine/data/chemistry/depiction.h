// SPDX-License-Identifier: Apache-2.0
// Two-dimensional drawings of molecules, by RDKit.
#pragma once

#include "engine/base/result.h"
#include "engine/data/example.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace loomscope {

/// Beyond this a drawing is neither quick nor legible.
inline constexpr std::size_t kMaxDrawnAtoms = 500;

/// The background a drawing will lie on; it chooses the colours of atoms and bonds.
enum class DepictionPalette : std::uint8_t { kLight, kDark };

/// A colour, each part from 0 to 1.
struct DepictionColour {
    double red = 0.0;
    double green = 0.0;
    double blue = 0.0;

    bool operator==(const DepictionColour&) const = default;
};

/// How a molecule is drawn. Keys of the maps are indices into Molecule::atoms and Molecule::bonds.
struct DepictionStyle {
    int width = 300;   ///< pixels
    int height = 300;  ///< pixels
    DepictionPalette palette = DepictionPalette::kLight;
    std::map<int, DepictionColour> atoms;  ///< atoms with a coloured disc behind them
    std::map<int, DepictionColour> bonds;  ///< bonds with a coloured band behind them
};

/// Draws a SMILES as SVG text with a transparent background. Letters are paths, so no font is needed. The
/// elements of an atom carry the class `atom-I`, those of a bond `bond-J atom-A atom-B`. Errors: those of
/// parseSmiles; kResource above kMaxDrawnAtoms; kInvalid for a size that is not positive or an index
///         that the molecule lacks. Threads: any. Cost: about a millisecond for a drug-like molecule.
[[nodiscard]] Result<std::string> drawSvg(std::string_view smiles, const DepictionStyle& style = {});

/// Draws `molecule.text`, so that indices are those of the molecule.
[[nodiscard]] Result<std::string> drawSvg(const Molecule& molecule, const DepictionStyle& style = {});

}  // namespace loomscope
