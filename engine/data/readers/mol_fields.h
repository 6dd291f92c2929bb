// SPDX-License-Identifier: Apache-2.0
// What V2000 and V3000 blocks have in common. Private to their readers.
#pragma once

#include "engine/data/readers/mol_block.h"

#include <string_view>

namespace loomscope {

/// The error of a line.
[[nodiscard]] inline tl::unexpected<Error> failAtLine(const TextLine& line, std::string message) {
    return fail(ErrorCode::kParse, std::move(message), {.line = line.number});
}

/// An atom of this symbol; a remark if it is a dummy. Errors: kParse for what is no element.
[[nodiscard]] Result<AtomGraph::Atom> atomOfSymbol(std::string_view symbol, const TextLine& line,
                                                   std::vector<MolRemark>& remarks);

/// The kind of a bond by its number in the file; a remark for those that are no plain bond. Errors: kParse.
[[nodiscard]] Result<Molecule::BondKind> bondOfType(std::int64_t type, const TextLine& line,
                                                    std::vector<MolRemark>& remarks);

/// Unpaired electrons of a radical by its number in the file: 1 singlet, 2 doublet, 3 triplet.
[[nodiscard]] int radicalElectrons(std::int64_t radical);

/// Reads the lines behind the counts line of a V3000 block up to M  END.
[[nodiscard]] Result<void> readV3000(std::span<const TextLine> lines, std::size_t counts, MolBlock& block);

}  // namespace loomscope
