// SPDX-License-Identifier: Apache-2.0
#include "engine/data/readers/mol_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <unordered_map>

namespace loomscope {

namespace {

constexpr std::string_view kPrefix = "M  V30 ";
constexpr std::int64_t kLargest = 1'000'000;

/// A line of the table with its continuations joined, without the prefix.
struct V3000Line {
    std::string text;
    const TextLine* first = nullptr;
};

/// Reads the blocks of atoms and bonds; others (groups, collections) are passed over.
class V3000Reader {
public:
    V3000Reader(std::span<const TextLine> lines, std::size_t counts, MolBlock& block)
        : lines_(lines), at_(counts + 1), block_(block) {}

    Result<void> run() {
        enum class Part { kOutside, kAtoms, kBonds };
        Part part = Part::kOutside;
        while (at_ < lines_.size()) {
            if (lines_[at_].text.starts_with("M  END")) {
                block_.numLines = at_ + 1;
                return {};
            }
            if (trimmedText(lines_[at_].text).empty()) {
                block_.remarks.push_back({lines_[at_].number, "an empty line before M  END"});
                ++at_;
                continue;
            }
            LOOM_TRY_VOID(nextLine());
            const V3000Line& line = line_;
            if (line.text.starts_with("BEGIN ")) {
                part = line.text == "BEGIN ATOM"   ? Part::kAtoms
                       : line.text == "BEGIN BOND" ? Part::kBonds
                                                   : Part::kOutside;
            } else if (line.text.starts_with("END ")) {
                LOOM_TRY_VOID(checkAtoms(part == Part::kAtoms, *line.first));
                part = Part::kOutside;
            } else if (line.text.starts_with("COUNTS ")) {
                readCounts(line);
            } else if (part == Part::kAtoms) {
                LOOM_TRY_VOID(readAtom(line));
            } else if (part == Part::kBonds) {
                LOOM_TRY_VOID(readBond(line));
            }
        }
        return failAtLine(lines_.back(), "M  END is missing");
    }

private:
    /// Joins the line at hand with its continuations.
    Result<void> nextLine() {
        line_.text.clear();
        line_.first = &lines_[at_];
        while (at_ < lines_.size()) {
            const std::string_view text = lines_[at_].text;
            if (!text.starts_with(kPrefix)) {
                return failAtLine(lines_[at_], "a line of a V3000 block begins with 'M  V30 '");
            }
            ++at_;
            std::string_view rest = text.substr(kPrefix.size());
            const bool goesOn = rest.ends_with('-');
            rest.remove_suffix(goesOn ? 1 : 0);
            line_.text += rest;
            if (!goesOn) {
                break;
            }
        }
        line_.text = std::string(trimmedText(line_.text));
        return {};
    }

    void readCounts(const V3000Line& line) {
        const auto words = splitWords(line.text);
        announced_ = words.size() > 1 ? parseWhole(words[1]).value_or(-1) : -1;
    }

    Result<void> checkAtoms(bool isEndOfAtoms, const TextLine& line) const {
        const auto found = static_cast<std::int64_t>(block_.graph.atoms.size());
        if (isEndOfAtoms && announced_ >= 0 && announced_ != found) {
            return failAtLine(line,
                              fmt::format("COUNTS announces {} atoms, {} are there", announced_, found));
        }
        return {};
    }

    Result<void> readAtom(const V3000Line& line) {
        auto words = splitWords(line.text);
        const bool isList = words.size() > 1 && (words[1].starts_with('[') || words[1].starts_with("NOT") ||
                                                 words[1].starts_with('"'));
        while (isList && words.size() > 2 && words[1].find(']') == std::string_view::npos) {
            // Atom lists may hold blanks: "NOT [N,O]".
            words[1] = std::string_view(
                words[1].data(),
                static_cast<std::size_t>(words[2].data() + words[2].size() - words[1].data()));
            words.erase(words.begin() + 2);
        }
        const auto index = words.size() >= 5 ? parseWhole(words[0]) : std::nullopt;
        if (!index) {
            return failAtLine(*line.first,
                              "this is no line of an atom: number, symbol and position are "
                              "expected");
        }
        LOOM_TRY(AtomGraph::Atom atom,
                 atomOfSymbol(isList ? std::string_view("L") : words[1], *line.first, block_.remarks));
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto value = words.size() > axis + 2 ? parseFinite(words[axis + 2]) : std::nullopt;
            if (!value) {
                return failAtLine(*line.first, fmt::format("'{}' is no coordinate", words[axis + 2]));
            }
            atom.position[axis] = static_cast<float>(*value);
        }
        for (const std::string_view word : words) {
            applyOption(word, atom);
        }
        if (!placeOf_.emplace(*index, block_.graph.atoms.size()).second) {
            return failAtLine(*line.first, fmt::format("atom {} stands twice", *index));
        }
        block_.graph.atoms.push_back(atom);
        return {};
    }

    static void applyOption(std::string_view word, AtomGraph::Atom& atom) {
        const std::size_t equals = word.find('=');
        if (equals == std::string_view::npos) {
            return;
        }
        const std::int64_t value =
            std::clamp(parseWhole(word.substr(equals + 1)).value_or(0), -kLargest, kLargest);
        const std::string_view name = word.substr(0, equals);
        if (name == "CHG") {
            atom.charge = static_cast<int>(value);
        } else if (name == "RAD") {
            atom.radicalElectrons = radicalElectrons(value);
        } else if (name == "MASS") {
            atom.isotope = static_cast<int>(value);
        } else if (name == "VAL" && value != 0) {
            atom.valence = value < 0 ? 0 : static_cast<int>(value);
        }
    }

    Result<void> readBond(const V3000Line& line) {
        const auto words = splitWords(line.text);
        const auto type = words.size() >= 4 ? parseWhole(words[1]) : std::nullopt;
        if (!type) {
            return failAtLine(*line.first,
                              "this is no line of a bond: number, type and two atoms are "
                              "expected");
        }
        LOOM_TRY(const auto kind, bondOfType(*type, *line.first, block_.remarks));
        AtomGraph::Bond bond{.kind = kind};
        for (const auto& [word, atom] : {std::pair{words[2], &bond.begin}, std::pair{words[3], &bond.end}}) {
            const auto found = placeOf_.find(parseWhole(word).value_or(-1));
            if (found == placeOf_.end()) {
                return failAtLine(*line.first, fmt::format("a bond to atom {}, which does not exist", word));
            }
            *atom = static_cast<int>(found->second);
        }
        for (const std::string_view word : words) {
            if (word.starts_with("CFG=")) {
                bond.wedge = word == "CFG=1"   ? AtomGraph::Wedge::kUp
                             : word == "CFG=3" ? AtomGraph::Wedge::kDown
                             : word == "CFG=2" ? AtomGraph::Wedge::kEither
                                               : AtomGraph::Wedge::kNone;
            }
        }
        block_.graph.bonds.push_back(bond);
        return {};
    }

    std::span<const TextLine> lines_;
    std::size_t at_;
    MolBlock& block_;
    V3000Line line_;
    std::int64_t announced_ = -1;
    std::unordered_map<std::int64_t, std::size_t> placeOf_;
};

}  // namespace

Result<void> readV3000(std::span<const TextLine> lines, std::size_t counts, MolBlock& block) {
    return V3000Reader(lines, counts, block).run();
}

}  // namespace loomscope
