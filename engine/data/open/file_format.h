// SPDX-License-Identifier: Apache-2.0
// Which reader a file is for.
#pragma once

#include "engine/base/result.h"
#include "engine/data/dataset.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace loomscope {

enum class FileFormat : std::uint8_t {
    kBrackets,   ///< trees in brackets
    kTable,      ///< molecules as SMILES in a table
    kJson,       ///< trees in one JSON document
    kJsonLines,  ///< a tree in JSON a line
    kConllu,     ///< dependency trees
    kSick,       ///< pairs of sentences in a table
    kSdf,        ///< structures with properties
    kXyz,        ///< atoms with positions
    kTagged,     ///< tagged words, one a line
    kParents,    ///< words in this file, parent pointers beside it
};

/// Chooses by the name the user gave, else by the file's extension (without `.gz`), else by its content: by
/// what its first lines are, or brackets, or a table. Errors: kInvalid for a name that is not known or a
/// format that can't be read, kParse for bytes that are no text.
[[nodiscard]] Result<FileFormat> chooseFormat(const std::string& path, std::string_view content,
                                              const std::optional<std::string>& asked);

/// What the records of a format are.
[[nodiscard]] StructureKind kindOf(FileFormat format);

}  // namespace loomscope
