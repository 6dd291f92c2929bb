// SPDX-License-Identifier: Apache-2.0
// Where runs are kept unless --store says otherwise.
#pragma once

#include <filesystem>

namespace loomscope {

/// Returns `loomscope/runs.sqlite` in the user's XDG data folder. Touches no file; the path is relative to
/// the working folder if the environment names neither a data folder nor a home.
[[nodiscard]] std::filesystem::path defaultStorePath();

}  // namespace loomscope
