// SPDX-License-Identifier: Apache-2.0
// The parts of a data folder.
#pragma once

#include "engine/base/result.h"

#include <optional>
#include <string>
#include <vector>

namespace loomscope {

/// Paths of the files that make up a dataset.
struct FolderParts {
    std::string train;
    std::optional<std::string> dev;
    std::optional<std::string> test;
};

/// The files of a folder that are the records of one dataset: all of it are structures, .xyz or .mol, in the
/// order of their names. Empty if the folder holds anything else, beside text about it (.md, .tsv, a
/// LICENSE).
[[nodiscard]] std::vector<std::string> findStructureFiles(const std::string& folder);

/// Finds files called train, dev (or valid, validation, val) and test, with any extension, in any letter
/// case; a folder of such a name counts by its a.toks. Errors: kNotFound if there is no train, listing what
/// is there; kInvalid if two files are the same part; kIo.
[[nodiscard]] Result<FolderParts> findParts(const std::string& folder);

}  // namespace loomscope
