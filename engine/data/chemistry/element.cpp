// SPDX-License-Identifier: Apache-2.0
#include "engine/data/chemistry/element.h"

#include <algorithm>
#include <array>

namespace loomscope {

namespace {

constexpr std::array<std::string_view, kNumElements + 1> kSymbols = {
    "*",  "H",  "He", "Li", "Be", "B",  "C",  "N",  "O",  "F",  "Ne", "Na", "Mg", "Al", "Si", "P",  "S",
    "Cl", "Ar", "K",  "Ca", "Sc", "Ti", "V",  "Cr", "Mn", "Fe", "Co", "Ni", "Cu", "Zn", "Ga", "Ge", "As",
    "Se", "Br", "Kr", "Rb", "Sr", "Y",  "Zr", "Nb", "Mo", "Tc", "Ru", "Rh", "Pd", "Ag", "Cd", "In", "Sn",
    "Sb", "Te", "I",  "Xe", "Cs", "Ba", "La", "Ce", "Pr", "Nd", "Pm", "Sm", "Eu", "Gd", "Tb", "Dy", "Ho",
    "Er", "Tm", "Yb", "Lu", "Hf", "Ta", "W",  "Re", "Os", "Ir", "Pt", "Au", "Hg", "Tl", "Pb", "Bi", "Po",
    "At", "Rn", "Fr", "Ra", "Ac", "Th", "Pa", "U",  "Np", "Pu", "Am", "Cm", "Bk", "Cf", "Es", "Fm", "Md",
    "No", "Lr", "Rf", "Db", "Sg", "Bh", "Hs", "Mt", "Ds", "Rg", "Cn", "Nh", "Fl", "Mc", "Lv", "Ts", "Og"};

}  // namespace

std::string_view elementSymbol(int atomicNumber) {
    const bool isElement = atomicNumber > 0 && atomicNumber <= kNumElements;
    return kSymbols[isElement ? static_cast<std::size_t>(atomicNumber) : 0];
}

bool isElementSymbol(std::string_view symbol) {
    return atomicNumberOf(symbol).has_value();
}

std::optional<int> atomicNumberOf(std::string_view symbol) {
    const auto found = std::find(kSymbols.begin() + 1, kSymbols.end(), symbol);
    return found == kSymbols.end() ? std::nullopt : std::optional(static_cast<int>(found - kSymbols.begin()));
}

}  // namespace loomscope
