// SPDX-License-Identifier: GPL-3.0-or-later
// The headless commands: thin clients of the same libraries that the window uses.
#pragma once

#include <optional>

namespace loomscope {

/// Runs the command that the arguments name and returns the exit status: 0 done, 1 the work failed, 2 bad
/// usage or bad input. Returns nothing if they name no command: then the window opens, with the arguments as
/// paths.
[[nodiscard]] std::optional<int> runCommand(int argc, char** argv);

}  // namespace loomscope
