// SPDX-License-Identifier: Apache-2.0
#include "engine/data/readers/xyz_frame.h"

#include "engine/data/chemistry/smiles.h"
#include "engine/data/readers/mol_fields.h"
#include "engine/data/readers/xyz_comment.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace loomscope {

namespace {

constexpr double kFarthest = 1e6;

/// The atom of a symbol, an atomic number or a label; what is not plain is remarked on.
Result<AtomGraph::Atom> atomOf(std::string_view text, const TextLine& line, XyzFrame& frame) {
    if (const auto number = parseWhole(text)) {
        if (*number < 1 || *number > 118) {
            return failAtLine(line, fmt::format("there is no element with the number {}", *number));
        }
        return AtomGraph::Atom{.atomicNumber = static_cast<int>(*number)};
    }
    const std::string_view symbol = text.substr(0, text.find_first_of("0123456789_"));
    std::vector<MolRemark> remarks;
    LOOM_TRY(const AtomGraph::Atom atom, atomOfSymbol(symbol, line, remarks));
    if (symbol.size() != text.size()) {
        frame.remarks.push_back({line.number, fmt::format("{} is read as {}", text, symbol)});
    }
    for (MolRemark& remark : remarks) {
        frame.remarks.push_back({remark.line, std::move(remark.message)});
    }
    return atom;
}

/// Whether a line could be that of an atom: a symbol or number, and a number behind it.
bool isAtomLine(const std::vector<std::string_view>& words, const XyzColumns& columns) {
    return words.size() >= columns.position + 3 && words.size() > columns.symbol &&
           (parseXyzNumber(words[columns.position]) ||
            words[columns.position].find(',') != std::string_view::npos);
}

Result<void> readAtom(const TextLine& line, const std::vector<std::string_view>& words,
                      const XyzColumns& columns, XyzFrame& frame) {
    LOOM_TRY(AtomGraph::Atom atom, atomOf(words[columns.symbol], line, frame));
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::string_view word = words[columns.position + axis];
        const auto value = parseXyzNumber(word);
        if (!value || std::abs(*value) > kFarthest) {
            const bool hasComma = word.find(',') != std::string_view::npos;
            return failAtLine(line, fmt::format("'{}' is no coordinate{}", word,
                                                hasComma ? "; write numbers with a decimal point" : ""));
        }
        atom.position[axis] = static_cast<float>(*value);
    }
    frame.graph.atoms.push_back(atom);
    if (words.size() > columns.position + 3) {
        frame.extra += frame.extra.empty() ? "" : " ";
        frame.extra += words[columns.position + 3];
    }
    return {};
}

}  // namespace

std::optional<double> parseXyzNumber(std::string_view text) {
    const std::size_t star = text.find("*^");
    if (star == std::string_view::npos) {
        return parseFinite(text);
    }
    std::string plain(text);
    plain.replace(star, 2, "e");
    return parseFinite(plain);
}

Result<XyzFrame> readXyzFrame(const TextLine& count, LineReader& lines) {
    const auto announced = parseWhole(trimmedText(count.text)).value_or(-1);
    if (announced < 1) {
        return failAtLine(count, fmt::format("a frame of {} atoms", trimmedText(count.text)));
    }
    if (announced > static_cast<std::int64_t>(kMaxMoleculeAtoms)) {
        return fail(
            ErrorCode::kResource,
            fmt::format("the frame announces {} atoms; the limit is {}", announced, kMaxMoleculeAtoms),
            {.line = count.number});
    }
    XyzFrame frame;
    frame.graph.is3d = true;
    frame.graph.hasAllHydrogens = true;
    XyzColumns columns;
    if (const auto comment = lines.next()) {
        frame.comment = trimmedText(comment->text);
        frame.fields = readXyzComment(frame.comment);
        for (const auto& [name, value] : frame.fields) {
            columns = name == "Properties" ? readXyzColumns(value) : columns;
        }
    }
    for (std::int64_t i = 0; i < announced; ++i) {
        auto line = lines.next();
        while (line && line->text.starts_with('#')) {
            frame.remarks.push_back({line->number, "a comment among the atoms is passed over"});
            line = lines.next();
        }
        const auto words = line ? splitWords(line->text) : std::vector<std::string_view>();
        if (!line || !isAtomLine(words, columns)) {
            if (line) {
                lines.putBack(*line);
            }
            return failAtLine(line ? *line : count,
                              fmt::format("{} atoms announced, {} atom line{} after the comment line",
                                          announced, i, i == 1 ? "" : "s"));
        }
        LOOM_TRY_VOID(readAtom(*line, words, columns, frame));
    }
    return frame;
}

}  // namespace loomscope
