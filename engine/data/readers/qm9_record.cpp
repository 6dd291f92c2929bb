// SPDX-License-Identifier: Apache-2.0
#include "engine/data/readers/qm9_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace loomscope {

namespace {

constexpr std::size_t kMaxLinesBehind = 4;  // frequencies (twice in a few files), SMILES, InChI

bool isNumbers(const std::vector<std::string_view>& words) {
    return !words.empty() &&
           std::ranges::all_of(words, [](std::string_view word) { return parseXyzNumber(word).has_value(); });
}

bool hasSameAtoms(const AtomGraph& a, const AtomGraph& b) {
    return std::ranges::equal(a.atoms, b.atoms, {}, &AtomGraph::Atom::atomicNumber,
                              &AtomGraph::Atom::atomicNumber);
}

/// Takes the bonds of a SMILES if its atoms, with hydrogens, stand in the order of the frame's and the bonds
/// have such lengths.
bool takeBonds(AtomGraph& graph, std::string_view smiles) {
    auto full = fullGraphOf(smiles);
    if (!full || !hasSameAtoms(*full, graph)) {
        return false;
    }
    for (std::size_t i = 0; i < graph.atoms.size(); ++i) {
        full->atoms[i].position = graph.atoms[i].position;
    }
    full->is3d = true;
    if (!haveBondLengths(*full)) {
        return false;
    }
    graph = std::move(*full);
    return true;
}

void readLinesBehind(XyzFrame& frame, LineReader& lines) {
    std::string frequencies;
    for (std::size_t i = 0; i < kMaxLinesBehind; ++i) {
        const auto line = lines.next();
        if (!line) {
            break;
        }
        const auto words = splitWords(line->text);
        const bool isNextFrame = words.empty() || (words.size() == 1 && parseWhole(words[0]));
        if (isNextFrame) {
            lines.putBack(*line);
            break;
        }
        if (isNumbers(words)) {
            if (!frequencies.empty()) {
                frame.remarks.push_back({line->number, "a second line of frequencies is left out"});
                continue;
            }
            for (const std::string_view word : words) {
                frequencies += (frequencies.empty() ? "" : " ") + std::string(word);
            }
            frame.fields.emplace_back("frequencies", frequencies);
        } else if (words[0].starts_with("InChI=")) {
            frame.fields.emplace_back("inchi", words[0]);
            break;
        } else {
            frame.fields.emplace_back("smiles", words[0]);
            if (words.size() > 1) {
                frame.fields.emplace_back("relaxed_smiles", words[1]);
            }
        }
    }
}

}  // namespace

bool isQm9Comment(std::string_view comment) {
    const auto words = splitWords(comment);
    return words.size() == kQm9Targets.size() + 2 && words[0] == "gdb" && parseWhole(words[1]);
}

std::string readQm9Record(XyzFrame& frame, LineReader& lines) {
    const auto words = splitWords(frame.comment);
    frame.fields.clear();
    for (std::size_t i = 0; i < kQm9Targets.size(); ++i) {
        const auto value = parseXyzNumber(words[i + 2]);
        frame.fields.emplace_back(kQm9Targets[i],
                                  value ? fmt::format("{}", *value) : std::string(words[i + 2]));
    }
    frame.fields.emplace_back("charges", std::exchange(frame.extra, {}));
    readLinesBehind(frame, lines);
    for (const auto& [name, value] : std::vector(frame.fields)) {
        if (name.ends_with("smiles") && takeBonds(frame.graph, value)) {
            break;
        }
    }
    return fmt::format("gdb_{}", words[1]);
}

}  // namespace loomscope
