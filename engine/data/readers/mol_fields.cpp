// SPDX-License-Identifier: Apache-2.0
#include "engine/data/readers/mol_fields.h"

#include "engine/data/chemistry/element.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace loomscope {

namespace {

constexpr std::array<std::string_view, 14> kQueryAtoms = {"A",  "Q",  "X", "M",  "L", "AH", "QH",
                                                          "XH", "MH", "*", "Du", "G", "LP", "Pol"};

bool isAttachment(std::string_view symbol) {
    return symbol == "R" || symbol == "R#" ||
           (symbol.size() <= 3 && symbol.starts_with('R') && symbol.size() > 1 && symbol[1] >= '0' &&
            symbol[1] <= '9');
}

/// "CL" or "cl" as "Cl".
std::string usualSpelling(std::string_view symbol) {
    std::string text(symbol);
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool isUpper = text[i] >= 'A' && text[i] <= 'Z';
        const bool isLower = text[i] >= 'a' && text[i] <= 'z';
        if (i == 0 && isLower) {
            text[i] = static_cast<char>(text[i] - 'a' + 'A');
        } else if (i > 0 && isUpper) {
            text[i] = static_cast<char>(text[i] - 'A' + 'a');
        }
    }
    return text;
}

}  // namespace

Result<AtomGraph::Atom> atomOfSymbol(std::string_view symbol, const TextLine& line,
                                     std::vector<MolRemark>& remarks) {
    if (symbol == "D" || symbol == "T") {
        return AtomGraph::Atom{.atomicNumber = 1, .isotope = symbol == "D" ? 2 : 3};
    }
    if (isAttachment(symbol)) {
        remarks.push_back(
            {line.number, fmt::format("{} is an attachment point, read as a dummy atom", symbol)});
        return AtomGraph::Atom{};
    }
    if (std::ranges::find(kQueryAtoms, symbol) != kQueryAtoms.end()) {
        remarks.push_back({line.number, fmt::format("{} is a query atom, read as a dummy atom", symbol)});
        return AtomGraph::Atom{};
    }
    if (const auto number = atomicNumberOf(symbol)) {
        return AtomGraph::Atom{.atomicNumber = *number};
    }
    if (const auto number = atomicNumberOf(usualSpelling(symbol))) {
        remarks.push_back({line.number, fmt::format("{} is read as {}", symbol, usualSpelling(symbol))});
        return AtomGraph::Atom{.atomicNumber = *number};
    }
    return failAtLine(line, symbol.empty() ? std::string("an atom without a symbol")
                                           : fmt::format("'{}' is no element", symbol.substr(0, 12)));
}

Result<Molecule::BondKind> bondOfType(std::int64_t type, const TextLine& line,
                                      std::vector<MolRemark>& remarks) {
    switch (type) {
        case 1:
            return Molecule::BondKind::kSingle;
        case 2:
            return Molecule::BondKind::kDouble;
        case 3:
            return Molecule::BondKind::kTriple;
        case 4:
            return Molecule::BondKind::kAromatic;
        case 9:
            return Molecule::BondKind::kOther;
        case 5:
        case 6:
        case 7:
        case 8:
        case 10:
            remarks.push_back(
                {line.number, fmt::format("bond type {} is one of queries, or none; read as a bond of no "
                                          "order",
                                          type)});
            return Molecule::BondKind::kOther;
        default:
            return failAtLine(line, fmt::format("there is no bond type {}", type));
    }
}

int radicalElectrons(std::int64_t radical) {
    return radical == 2 ? 1 : radical == 1 || radical == 3 ? 2 : 0;
}

}  // namespace loomscope
