// SPDX-License-Identifier: Apache-2.0
#include "engine/data/readers/mol_block.h"

#include "engine/data/readers/mol_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace loomscope {

namespace {

constexpr std::size_t kMaxHeaderLines = 6;
constexpr std::int64_t kMaxCount = 999;

/// The columns [from, from + size) of a line, as far as it goes, without blanks.
std::string_view field(std::string_view line, std::size_t from, std::size_t size) {
    return from < line.size() ? trimmedText(line.substr(from, size)) : std::string_view();
}

std::int64_t number(std::string_view line, std::size_t from, std::size_t size) {
    return parseWhole(field(line, from, size)).value_or(0);
}

/// The charge that a code of the atom block means; 4 is a doublet radical.
int chargeOfCode(std::int64_t code) {
    return code >= 1 && code <= 7 && code != 4 ? static_cast<int>(4 - code) : 0;
}

/// Reads a V2000 block line by line.
class V2000Reader {
public:
    V2000Reader(std::span<const TextLine> lines, std::size_t counts, MolBlock& block)
        : lines_(lines), at_(counts), block_(block) {}

    Result<void> run() {
        const TextLine& counts = lines_[at_];
        auto numAtoms = parseWhole(field(counts.text, 0, 3));
        auto numBonds = parseWhole(field(counts.text, 3, 3));
        const auto inRange = [](const auto& count) { return count && *count >= 0 && *count <= kMaxCount; };
        if (!inRange(numAtoms) || !inRange(numBonds)) {
            return failAtLine(counts, fmt::format("the counts line gives no numbers of atoms and bonds: '{}'",
                                                  counts.text.substr(0, 40)));
        }
        ++at_;
        for (std::int64_t i = 0; i < *numAtoms; ++i) {
            LOOM_TRY_VOID(readAtom(i + 1, *numAtoms));
        }
        for (std::int64_t i = 0; i < *numBonds; ++i) {
            LOOM_TRY_VOID(readBond(i + 1, *numBonds));
        }
        return readProperties();
    }

private:
    Result<void> needLine(std::string_view what, std::int64_t which, std::int64_t count) const {
        if (at_ < lines_.size() && !lines_[at_].text.starts_with("M  END")) {
            return {};
        }
        const TextLine& last = at_ < lines_.size() ? lines_[at_] : lines_.back();
        return failAtLine(
            last, fmt::format("the counts line announces {} {}s, but there is no line for {} {}", count, what,
                              what, which));
    }

    Result<void> readAtom(std::int64_t which, std::int64_t count) {
        LOOM_TRY_VOID(needLine("atom", which, count));
        const TextLine& line = lines_[at_++];
        std::array<float, 3> position{};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto value = parseFinite(field(line.text, axis * 10, 10));
            if (!value) {
                return failAtLine(line,
                                  fmt::format("the counts line announces {} atoms, but this is no line of an "
                                              "atom ({} so far)",
                                              count, which - 1));
            }
            position[axis] = static_cast<float>(*value);
        }
        LOOM_TRY(AtomGraph::Atom atom, atomOfSymbol(field(line.text, 31, 3), line, block_.remarks));
        atom.position = position;
        const std::int64_t code = number(line.text, 36, 3);
        atom.charge = chargeOfCode(code);
        atom.radicalElectrons = code == 4 ? 1 : 0;
        if (const std::int64_t difference = number(line.text, 34, 2); difference != 0) {
            massDifferences_.emplace_back(block_.graph.atoms.size(), difference);
        }
        if (const std::int64_t valence = number(line.text, 48, 3); valence > 0 && valence <= 15) {
            atom.valence = valence == 15 ? 0 : static_cast<int>(valence);
        }
        block_.graph.atoms.push_back(atom);
        return {};
    }

    Result<void> readBond(std::int64_t which, std::int64_t count) {
        LOOM_TRY_VOID(needLine("bond", which, count));
        const TextLine& line = lines_[at_++];
        const auto begin = parseWhole(field(line.text, 0, 3));
        const auto end = parseWhole(field(line.text, 3, 3));
        const auto type = parseWhole(field(line.text, 6, 3));
        if (!begin || !end || !type) {
            return failAtLine(line,
                              fmt::format("the counts line announces {} bonds, but this is no line of a "
                                          "bond ({} so far)",
                                          count, which - 1));
        }
        const auto numAtoms = static_cast<std::int64_t>(block_.graph.atoms.size());
        for (const std::int64_t atom : {*begin, *end}) {
            if (atom < 1 || atom > numAtoms) {
                return failAtLine(line, fmt::format("a bond to atom {} where there are {}", atom, numAtoms));
            }
        }
        LOOM_TRY(const auto kind, bondOfType(*type, line, block_.remarks));
        const std::int64_t wedge = number(line.text, 9, 3);
        block_.graph.bonds.push_back({.begin = static_cast<int>(*begin) - 1,
                                      .end = static_cast<int>(*end) - 1,
                                      .kind = kind,
                                      .wedge = wedge == 1   ? AtomGraph::Wedge::kUp
                                               : wedge == 6 ? AtomGraph::Wedge::kDown
                                               : wedge == 4 ? AtomGraph::Wedge::kEither
                                                            : AtomGraph::Wedge::kNone});
        return {};
    }

    Result<void> readProperties() {
        for (; at_ < lines_.size(); ++at_) {
            const TextLine& line = lines_[at_];
            if (line.text.starts_with("M  END")) {
                block_.numLines = at_ + 1;
                applyMassDifferences();
                return {};
            }
            if (trimmedText(line.text).empty()) {
                block_.remarks.push_back({line.number, "an empty line before M  END"});
            } else if (line.text.starts_with("M  ")) {
                LOOM_TRY_VOID(readProperty(line));
            } else if (line.text.starts_with("A  ") || line.text.starts_with("G  ")) {
                ++at_;  // its text stands on the next line
            } else if (!line.text.starts_with("V  ") && !line.text.starts_with("S  ")) {
                return failAtLine(line,
                                  "this line is no property and not M  END: are there more atoms or "
                                  "bonds than the counts line announces?");
            }
        }
        return failAtLine(lines_.back(), "M  END is missing");
    }

    Result<void> readProperty(const TextLine& line) {
        const std::string_view name = field(line.text, 3, 3);
        if (name != "CHG" && name != "RAD" && name != "ISO") {
            return {};
        }
        if (name != "ISO" && !std::exchange(hasCharges_, true)) {
            for (AtomGraph::Atom& atom : block_.graph.atoms) {
                atom.charge = atom.radicalElectrons = 0;
            }
        }
        const auto words = splitWords(line.text.substr(6));
        for (std::size_t i = 1; i + 1 < words.size(); i += 2) {
            const auto atom = parseWhole(words[i]);
            const auto value = parseWhole(words[i + 1]);
            const auto numAtoms = static_cast<std::int64_t>(block_.graph.atoms.size());
            if (!atom || !value || *atom < 1 || *atom > numAtoms || std::abs(*value) > kMaxCount) {
                return failAtLine(line, fmt::format("M  {} speaks of atom {} with {}; there are {} atoms",
                                                    name, words[i], words[i + 1], numAtoms));
            }
            apply(name, block_.graph.atoms[static_cast<std::size_t>(*atom - 1)], *value);
        }
        return {};
    }

    static void apply(std::string_view name, AtomGraph::Atom& atom, std::int64_t value) {
        if (name == "CHG") {
            atom.charge = static_cast<int>(value);
        } else if (name == "RAD") {
            atom.radicalElectrons = radicalElectrons(value);
        } else {
            atom.isotope = static_cast<int>(value);
        }
    }

    /// The field counts from the mass number of the most common isotope; M  ISO overrules it.
    void applyMassDifferences() {
        for (const auto& [index, difference] : massDifferences_) {
            AtomGraph::Atom& atom = block_.graph.atoms[index];
            if (atom.isotope == 0 && atom.atomicNumber > 0) {
                atom.isotope = mostCommonIsotope(atom.atomicNumber) + static_cast<int>(difference);
            }
        }
    }

    std::span<const TextLine> lines_;
    std::size_t at_;
    MolBlock& block_;
    bool hasCharges_ = false;
    std::vector<std::pair<std::size_t, std::int64_t>> massDifferences_;
};

/// The line with the counts: the one that names a version, else the fourth.
std::optional<std::size_t> findCounts(std::span<const TextLine> lines) {
    for (std::size_t i = 0; i < std::min(lines.size(), kMaxHeaderLines); ++i) {
        if (lines[i].text.find("V2000") != std::string_view::npos ||
            lines[i].text.find("V3000") != std::string_view::npos) {
            return i;
        }
    }
    return lines.size() > 3 ? std::optional(std::size_t{3}) : std::nullopt;
}

/// Whether positions are of space, of a drawing, or none.
void classifyPositions(AtomGraph& graph) {
    for (const AtomGraph::Atom& atom : graph.atoms) {
        graph.is3d = graph.is3d || atom.position[2] != 0.0F;
        graph.isFlat = graph.isFlat || atom.position[1] != 0.0F;
    }
    graph.isFlat = graph.isFlat && !graph.is3d;
}

}  // namespace

Result<MolBlock> readMolBlock(std::span<const TextLine> lines) {
    MolBlock block;
    const auto counts = findCounts(lines);
    if (!counts) {
        return failAtLine(lines.front(), "the record ends before its counts line");
    }
    const TextLine& line = lines[*counts];
    if (*counts != 3) {
        block.remarks.push_back({line.number, fmt::format("the header has {} lines instead of 3", *counts)});
    }
    if (*counts >= 3) {
        block.title = trimmedText(lines.front().text);
    }
    if (line.text.find("V3000") != std::string_view::npos) {
        LOOM_TRY_VOID(readV3000(lines, *counts, block));
    } else {
        if (line.text.find("V2000") == std::string_view::npos) {
            block.remarks.push_back({line.number, "the counts line names no version; read as V2000"});
        }
        LOOM_TRY_VOID(V2000Reader(lines, *counts, block).run());
    }
    if (block.graph.atoms.empty()) {
        return failAtLine(line, "the structure has no atoms");
    }
    if (block.graph.bonds.empty() && block.graph.atoms.size() > 1) {
        block.graph.hasAllHydrogens = true;
        block.remarks.push_back({line.number, "there are no bonds; --guess-bonds finds them by distances"});
    }
    classifyPositions(block.graph);
    return block;
}

}  // namespace loomscope
