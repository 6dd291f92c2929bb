// SPDX-License-Identifier: Apache-2.0
// The structure of one MOL file or SDF record.
#pragma once

#include "engine/base/result.h"
#include "engine/data/chemistry/atom_graph.h"
#include "engine/data/readers/text_lines.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace loomscope {

/// Something odd about a line that did not keep the structure from being read.
struct MolRemark {
    std::int64_t line = 0;
    std::string message;
};

/// What a block of atoms and bonds holds.
struct MolBlock {
    std::string title;
    AtomGraph graph;
    std::vector<MolRemark> remarks;
    std::size_t numLines = 0;  ///< lines up to M  END, with it
};

/// Reads header, counts, atoms, bonds and the properties up to M  END, in V2000 or V3000 form. Fields of
/// V2000 are read by column. Dummy atoms (R groups, attachment points, query atoms) have the number 0 and a
/// remark; D and T are hydrogen. M  CHG and M  RAD overrule all charges of the atom block. Errors: kParse
/// with the line.
[[nodiscard]] Result<MolBlock> readMolBlock(std::span<const TextLine> lines);

}  // namespace loomscope
