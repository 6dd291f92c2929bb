// SPDX-License-Identifier: Apache-2.0
#include "engine/data/molecule_features.h"

#include "engine/base/check.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace loomscope {

namespace {

/// Atomic numbers that have a column of their own, in the order of the columns.
constexpr std::array kElements = {1,  3,  5,  6,  7,  8,  9,  11, 12, 13, 14, 15, 16, 17, 19, 20,
                                  25, 26, 27, 28, 29, 30, 33, 34, 35, 46, 47, 50, 51, 53, 78, 80};
constexpr int kMaxDegree = 5;
constexpr int kMaxCharge = 2;
constexpr int kMaxHydrogens = 4;

constexpr std::array<std::string_view, 67> kAtomNames = {
    "element_H",   "element_Li",  "element_B",     "element_C",       "element_N",    "element_O",
    "element_F",   "element_Na",  "element_Mg",    "element_Al",      "element_Si",   "element_P",
    "element_S",   "element_Cl",  "element_K",     "element_Ca",      "element_Mn",   "element_Fe",
    "element_Co",  "element_Ni",  "element_Cu",    "element_Zn",      "element_As",   "element_Se",
    "element_Br",  "element_Pd",  "element_Ag",    "element_Sn",      "element_Sb",   "element_I",
    "element_Pt",  "element_Hg",  "element_other", "degree_0",        "degree_1",     "degree_2",
    "degree_3",    "degree_4",    "degree_5",      "degree_other",    "charge_-2",    "charge_-1",
    "charge_0",    "charge_1",    "charge_2",      "charge_other",    "hydrogens_0",  "hydrogens_1",
    "hydrogens_2", "hydrogens_3", "hydrogens_4",   "hydrogens_other", "hybrid_s",     "hybrid_sp",
    "hybrid_sp2",  "hybrid_sp3",  "hybrid_sp3d",   "hybrid_sp3d2",    "hybrid_other", "chiral_none",
    "chiral_cw",   "chiral_ccw",  "chiral_other",  "aromatic",        "ring",         "radical",
    "mass"};

constexpr std::array<std::string_view, 13> kBondNames = {
    "bond_single", "bond_double", "bond_triple", "bond_aromatic", "bond_other", "conjugated",  "ring",
    "stereo_none", "stereo_any",  "stereo_Z",    "stereo_E",      "stereo_cis", "stereo_trans"};

/// Fills a row from left to right.
class RowWriter {
public:
    explicit RowWriter(std::span<float> row) : row_(row) { std::ranges::fill(row_, 0.0F); }

    /// Sets one of `size` columns; a choice outside of them sets the last.
    void oneHot(int choice, int size) {
        const bool isKnown = choice >= 0 && choice < size;
        row_[at_ + static_cast<std::size_t>(isKnown ? choice : size - 1)] = 1.0F;
        at_ += static_cast<std::size_t>(size);
    }
    void flag(bool isSet) { number(isSet ? 1.0F : 0.0F); }
    void number(float value) { row_[at_++] = value; }
    [[nodiscard]] bool isFull() const { return at_ == row_.size(); }

private:
    std::span<float> row_;
    std::size_t at_ = 0;
};

int elementColumn(int atomicNumber) {
    const auto* const found = std::ranges::find(kElements, atomicNumber);
    return static_cast<int>(found - kElements.begin());
}

}  // namespace

std::span<const std::string_view> atomFeatureNames() {
    return kAtomNames;
}
std::span<const std::string_view> bondFeatureNames() {
    return kBondNames;
}
int numAtomFeatures() {
    return static_cast<int>(kAtomNames.size());
}
int numBondFeatures() {
    return static_cast<int>(kBondNames.size());
}

void atomFeatures(const Molecule& molecule, int atom, std::span<float> out) {
    LOOM_CHECK(out.size() == kAtomNames.size(), "a row of atom features has another width");
    const Molecule::Atom& facts = molecule.atoms.at(static_cast<std::size_t>(atom));
    RowWriter row(out);
    row.oneHot(elementColumn(facts.atomicNumber), static_cast<int>(kElements.size()) + 1);
    row.oneHot(facts.degree, kMaxDegree + 2);
    row.oneHot(facts.charge + kMaxCharge, 2 * kMaxCharge + 2);
    row.oneHot(facts.hydrogens, kMaxHydrogens + 2);
    row.oneHot(facts.hybridization - 1, 7);
    row.oneHot(facts.chirality, 4);
    row.flag(facts.isAromatic);
    row.flag(facts.isInRing);
    row.flag(facts.radicalElectrons > 0);
    row.number(facts.mass / 100.0F);
    LOOM_CHECK(row.isFull(), "atom features and their names differ in number");
}

void bondFeatures(const Molecule& molecule, int bond, std::span<float> out) {
    LOOM_CHECK(out.size() == kBondNames.size(), "a row of bond features has another width");
    const Molecule::Bond& facts = molecule.bonds.at(static_cast<std::size_t>(bond));
    RowWriter row(out);
    row.oneHot(static_cast<int>(facts.kind), 5);
    row.flag(facts.isConjugated);
    row.flag(facts.isInRing);
    row.oneHot(facts.stereo, 6);
    LOOM_CHECK(row.isFull(), "bond features and their names differ in number");
}

}  // namespace loomscope
