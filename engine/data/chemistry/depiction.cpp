// SPDX-License-Identifier: Apache-2.0
#include "engine/data/chemistry/depiction.h"

#include "engine/data/chemistry/rdkit_molecule.h"

#include <GraphMol/MolDraw2D/MolDraw2DSVG.h>
#include <GraphMol/RWMol.h>
#include <fmt/format.h>

#include <vector>

namespace loomscope {

namespace {

RDKit::DrawColour toRdkit(const DepictionColour& colour) {
    return {colour.red, colour.green, colour.blue};
}

/// Colours by atomic number; −1 is every other element. Contrast with the background is at least 4 : 1.
RDKit::ColourPalette palette(DepictionPalette which) {
    if (which == DepictionPalette::kDark) {
        return {{-1, {0.88, 0.89, 0.91}}, {0, {0.65, 0.67, 0.70}},  {7, {0.49, 0.66, 1.00}},
                {8, {1.00, 0.48, 0.45}},  {9, {0.42, 0.84, 0.52}},  {15, {1.00, 0.66, 0.34}},
                {16, {0.94, 0.80, 0.33}}, {17, {0.42, 0.84, 0.52}}, {35, {0.90, 0.60, 0.45}},
                {53, {0.80, 0.58, 0.96}}};
    }
    return {{-1, {0.13, 0.14, 0.16}}, {0, {0.42, 0.44, 0.47}},  {7, {0.10, 0.30, 0.80}},
            {8, {0.80, 0.12, 0.12}},  {9, {0.07, 0.47, 0.20}},  {15, {0.70, 0.35, 0.00}},
            {16, {0.54, 0.42, 0.00}}, {17, {0.07, 0.47, 0.20}}, {35, {0.58, 0.25, 0.10}},
            {53, {0.47, 0.15, 0.65}}};
}

void applyStyle(RDKit::MolDrawOptions& options, const DepictionStyle& style) {
    options.clearBackground = false;
    options.atomColourPalette = palette(style.palette);
    options.symbolColour = options.atomColourPalette.at(-1);
    options.annotationColour = options.atomColourPalette.at(-1);
    options.fixedBondLength = 30.0;  // a small molecule doesn't fill the picture
    options.maxFontSize = 20;
    options.highlightBondWidthMultiplier = 12;
}

Result<void> checkStyle(const RDKit::RWMol& molecule, const DepictionStyle& style) {
    if (style.width <= 0 || style.height <= 0) {
        return fail(ErrorCode::kInvalid,
                    fmt::format("a drawing can't be {} by {} pixels", style.width, style.height));
    }
    if (molecule.getNumAtoms() > kMaxDrawnAtoms) {
        return fail(ErrorCode::kResource, fmt::format("the molecule has {} atoms; up to {} are drawn",
                                                      molecule.getNumAtoms(), kMaxDrawnAtoms));
    }
    for (const auto& [atom, colour] : style.atoms) {
        if (atom < 0 || atom >= static_cast<int>(molecule.getNumAtoms())) {
            return fail(ErrorCode::kInvalid, fmt::format("the molecule has no atom {} to highlight", atom));
        }
    }
    for (const auto& [bond, colour] : style.bonds) {
        if (bond < 0 || bond >= static_cast<int>(molecule.getNumBonds())) {
            return fail(ErrorCode::kInvalid, fmt::format("the molecule has no bond {} to highlight", bond));
        }
    }
    return {};
}

std::string draw(const RDKit::RWMol& molecule, const DepictionStyle& style) {
    std::vector<int> atoms;
    std::map<int, RDKit::DrawColour> atomColours;
    for (const auto& [atom, colour] : style.atoms) {
        atoms.push_back(atom);
        atomColours.emplace(atom, toRdkit(colour));
    }
    std::vector<int> bonds;
    std::map<int, RDKit::DrawColour> bondColours;
    for (const auto& [bond, colour] : style.bonds) {
        bonds.push_back(bond);
        bondColours.emplace(bond, toRdkit(colour));
    }
    RDKit::MolDraw2DSVG drawer(style.width, style.height);
    applyStyle(drawer.drawOptions(), style);
    drawer.drawMolecule(molecule, &atoms, &bonds, &atomColours, &bondColours);
    drawer.finishDrawing();
    return drawer.getDrawingText();
}

}  // namespace

Result<std::string> drawSvg(std::string_view smiles, const DepictionStyle& style) {
    LOOM_TRY(const auto molecule, buildMolecule(smiles));
    LOOM_TRY_VOID(checkStyle(*molecule, style));
    try {
        return draw(*molecule, style);
    } catch (const std::exception&) {
        return fail(ErrorCode::kInternal, fmt::format("RDKit can't draw '{}'", smiles.substr(0, 60)));
    }
}

Result<std::string> drawSvg(const Molecule& molecule, const DepictionStyle& style) {
    return drawSvg(molecule.text, style);
}

}  // namespace loomscope
