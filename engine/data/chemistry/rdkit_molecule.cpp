// SPDX-License-Identifier: Apache-2.0
#include "engine/data/chemistry/rdkit_molecule.h"

#include "engine/data/chemistry/element.h"
#include "engine/data/chemistry/smiles.h"
#include "engine/data/chemistry/smiles_syntax.h"

#include <GraphMol/MolOps.h>
#include <GraphMol/PeriodicTable.h>
#include <GraphMol/RWMol.h>
#include <GraphMol/SanitException.h>
#include <GraphMol/SmilesParse/SmilesParse.h>
#include <fmt/format.h>

#include <RDGeneral/RDLog.h>
#include <algorithm>
#include <cmath>
#include <mutex>
#include <string>
#include <vector>

namespace loomscope {

namespace {

/// Property of an atom: its place in the text, which removing hydrogens would otherwise lose.
constexpr const char* kTextIndex = "loomscopeTextIndex";
constexpr std::size_t kMaxListedAtoms = 12;

tl::unexpected<Error> failAt(std::size_t offset, std::string message) {
    return fail(ErrorCode::kParse, std::move(message), {.column = static_cast<std::int64_t>(offset) + 1});
}

/// Turns RDKit's refusals into short messages in the terms of the text.
class Complaint {
public:
    Complaint(const RDKit::RWMol& molecule, const SmilesSyntax& syntax)
        : molecule_(molecule), syntax_(syntax) {}

    [[nodiscard]] tl::unexpected<Error> valence(unsigned index) const {
        const RDKit::Atom& atom = *molecule_.getAtomWithIdx(index);
        double bonds = atom.getNumExplicitHs();
        for (const RDKit::Bond* bond : molecule_.atomBonds(&atom)) {
            bonds += bond->getBondTypeAsDouble();
        }
        const std::string_view symbol = elementSymbol(atom.getAtomicNum());
        const auto& allowed = RDKit::PeriodicTable::getTable()->getValenceList(atom.getAtomicNum());
        std::string limit = "which its charge does not allow";
        if (atom.getFormalCharge() == 0 && !allowed.empty() && allowed.back() > 0) {
            limit = fmt::format("but uncharged {} takes at most {}", symbol, allowed.back());
        }
        return failAt(offsetOf(index), fmt::format("atom {} ({}) has valence {}, {}", textIndex(index) + 1,
                                                   symbol, std::lround(bonds), limit));
    }

    [[nodiscard]] tl::unexpected<Error> notInRing(unsigned index) const {
        return failAt(
            offsetOf(index),
            fmt::format("cannot be kekulized: atom {} ({}) is aromatic but in no ring", textIndex(index) + 1,
                        elementSymbol(molecule_.getAtomWithIdx(index)->getAtomicNum())));
    }

    [[nodiscard]] tl::unexpected<Error> kekulization(const std::vector<unsigned>& indices) const {
        std::string atoms;
        for (std::size_t i = 0; i < std::min(indices.size(), kMaxListedAtoms); ++i) {
            atoms += fmt::format("{}{}", i == 0 ? "" : ", ", textIndex(indices[i]) + 1);
        }
        return failAt(indices.empty() ? 0 : offsetOf(indices.front()),
                      fmt::format("cannot be kekulized: no double bonds fit the aromatic atoms {}{}; is a "
                                  "hydrogen missing, as in [nH]?",
                                  atoms, indices.size() > kMaxListedAtoms ? ", …" : ""));
    }

private:
    [[nodiscard]] std::size_t textIndex(unsigned index) const {
        int place = static_cast<int>(index);
        molecule_.getAtomWithIdx(index)->getPropIfPresent(kTextIndex, place);
        return static_cast<std::size_t>(place);
    }
    [[nodiscard]] std::size_t offsetOf(unsigned index) const {
        const std::size_t place = textIndex(index);
        return place < syntax_.atomOffsets.size() ? syntax_.atomOffsets[place] : 0;
    }

    const RDKit::RWMol& molecule_;
    const SmilesSyntax& syntax_;
};

/// Merges ordinary hydrogen atoms into the counts of their neighbours.
void removeHydrogens(RDKit::RWMol& molecule) {
    bool hasHydrogen = false;
    for (const RDKit::Atom* atom : molecule.atoms()) {
        hasHydrogen = hasHydrogen || atom->getAtomicNum() == 1;
    }
    if (!hasHydrogen) {
        return;
    }
    for (RDKit::Atom* atom : molecule.atoms()) {
        atom->setProp(kTextIndex, static_cast<int>(atom->getIdx()));
    }
    RDKit::MolOps::removeHs(molecule, false, true, false);
}

Result<void> sanitise(RDKit::RWMol& molecule, const SmilesSyntax& syntax, bool mergesHydrogens) {
    const Complaint complaint(molecule, syntax);
    try {
        if (mergesHydrogens) {
            removeHydrogens(molecule);
        }
        RDKit::MolOps::sanitizeMol(molecule);
        if (molecule.getNumConformers() > 0) {
            RDKit::MolOps::detectBondStereochemistry(molecule);
        }
        // Not RDKit's own parsing call: that also ranks possible, unmarked centres, at a cubic cost we don't
        // need.
        RDKit::MolOps::assignStereochemistry(molecule, true);
        return {};
    } catch (const RDKit::AtomValenceException& e) {
        return complaint.valence(e.getAtomIdx());
    } catch (const RDKit::AtomKekulizeException& e) {
        return complaint.notInRing(e.getAtomIdx());
    } catch (const RDKit::KekulizeException& e) {
        return complaint.kekulization(e.getAtomIndices());
    }
}

}  // namespace

void silenceRdkit() {
    static std::once_flag once;
    std::call_once(once, [] { boost::logging::disable_logs("rdApp.*"); });
}

Result<void> sanitiseStructure(RDKit::RWMol& molecule, bool mergesHydrogens) {
    return sanitise(molecule, SmilesSyntax{}, mergesHydrogens);
}

Result<std::shared_ptr<RDKit::RWMol>> buildMolecule(std::string_view smiles) {
    if (smiles.empty()) {
        return fail(ErrorCode::kParse, "the SMILES is empty");
    }
    if (smiles.size() > kMaxSmilesBytes) {
        return fail(ErrorCode::kResource, fmt::format("the SMILES has {} characters; the limit is {}",
                                                      smiles.size(), kMaxSmilesBytes));
    }
    const SmilesSyntax syntax = scanSmiles(smiles);
    if (syntax.atomOffsets.size() > kMaxMoleculeAtoms) {
        return fail(ErrorCode::kResource, fmt::format("the molecule has {} atoms; the limit is {}",
                                                      syntax.atomOffsets.size(), kMaxMoleculeAtoms));
    }
    silenceRdkit();
    try {
        RDKit::SmilesParserParams parameters;
        parameters.sanitize = false;
        parameters.removeHs = false;
        parameters.allowCXSMILES = false;
        parameters.parseName = false;
        const std::shared_ptr<RDKit::RWMol> molecule(RDKit::SmilesToMol(std::string(smiles), parameters));
        // RDKit takes some bytes beyond ASCII for the end of the text.
        const bool isWhole = std::ranges::all_of(smiles, isPrintableAscii);
        if (!molecule || !isWhole) {
            return syntax.mistake ? failAt(syntax.mistake->offset, syntax.mistake->message)
                                  : failAt(0, "it is not a valid SMILES");
        }
        LOOM_TRY_VOID(sanitise(*molecule, syntax, true));
        return molecule;
    } catch (const std::exception&) {
        // RDKit's remaining exceptions speak of its own source lines.
        return failAt(0, "RDKit can't build this structure");
    }
}

}  // namespace loomscope
