// SPDX-License-Identifier: Apache-2.0
// The parts of a data folder.
#pragma once

#include "engine/base/result.h"

#include <optional>
#include <string>

namespace loomscope {

/// Paths of the files that make up a dataset.
struct FolderParts {
    std::string train;
    std::optional<std::string> dev;
    std::optional<std::string> test;
};

/// Finds files called train, dev (or valid, validation, val) and test, with any extension, in any letter
/// case. Errors: kNotFound if there is no train, listing what is there; kInvalid if two files are the same
/// part; kIo.
[[nodiscard]] Result<FolderParts> findParts(const std::string& folder);

}  // namespace loomscope
