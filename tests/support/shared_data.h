// SPDX-License-Identifier: GPL-3.0-or-later
// Data that is too large, or not ours, to be part of the repository.
#pragma once

#include "engine/base/result.h"

#include <filesystem>
#include <string_view>

namespace loomscope {

/// Returns the folder of the source tree (LOOMSCOPE_SOURCE_DIR, set for every test by CMake).
[[nodiscard]] std::filesystem::path sourceDirectory();

/// Returns the path of a file or folder of the shared data ("data/esol"): below LOOMSCOPE_SHARED if that is
/// set, else below `../shared` beside the source tree. The error's text is a reason to skip the test with.
[[nodiscard]] Result<std::filesystem::path> findSharedData(std::string_view name);

}  // namespace loomscope
