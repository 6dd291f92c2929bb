// SPDX-License-Identifier: Apache-2.0
// The records of an SDF and the properties behind their structures.
#pragma once

#include "engine/data/readers/mol_block.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace loomscope {

/// The lines of one record, borrowed from the text.
struct SdfRecord {
    std::vector<TextLine> lines;
    bool isDelimited = false;  ///< $$$$ stands behind it
};

/// Cuts a text at the lines that begin with $$$$. What is blank behind the last one is no record.
[[nodiscard]] std::vector<SdfRecord> splitSdf(std::string_view text);

/// Properties in the order of the record; of one that stands twice, both.
struct SdfProperties {
    std::vector<std::pair<std::string, std::string>> fields;
    std::vector<MolRemark> remarks;
};

/// Reads the lines behind M  END. A value ends at an empty line or at the next property; a value of several
/// lines keeps its line ends.
[[nodiscard]] SdfProperties readSdfProperties(std::span<const TextLine> lines);

}  // namespace loomscope
