// SPDX-License-Identifier: Apache-2.0
// One frame of an XYZ file: a count, a comment, and as many lines of atoms.
#pragma once

#include "engine/base/result.h"
#include "engine/data/chemistry/atom_graph.h"
#include "engine/data/readers/text_lines.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace loomscope {

/// Something odd about a line that did not keep a frame from being read.
struct XyzRemark {
    std::int64_t line = 0;
    std::string message;
};

/// What a frame holds.
struct XyzFrame {
    std::string_view comment;
    AtomGraph graph;                                          ///< positions, no bonds
    std::vector<std::pair<std::string, std::string>> fields;  ///< key=value of an extended comment
    std::string extra;  ///< the columns behind the position, one text an atom, parted by blanks
    std::vector<XyzRemark> remarks;
};

/// Reads the frame whose count stands on `count`; the reader stands behind it. Symbols may be atomic numbers,
/// in any letter case, or labels (C12); numbers may have exponents as Mathematica writes them (2.5*^-6).
/// Where the comment names columns (Properties=…) these are followed. Errors: kParse with line: another
/// number of atoms than announced, what is no element or coordinate; kResource for a count above
/// kMaxMoleculeAtoms. A line that is not the frame's is put back.
[[nodiscard]] Result<XyzFrame> readXyzFrame(const TextLine& count, LineReader& lines);

/// A number as XYZ files write it, *^ exponents too.
[[nodiscard]] std::optional<double> parseXyzNumber(std::string_view text);

}  // namespace loomscope
