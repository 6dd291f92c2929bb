// SPDX-License-Identifier: GPL-3.0-or-later
// The headless commands: thin clients of the same libraries that the window uses.
#pragma once

#include <optional>

namespace loomscope {

/// Runs the command that the arguments name and returns the exit status: 0 done, 1 the work failed or was
/// stopped by Ctrl-C (what is finished is kept, but a script must not go on as if all were), 2 bad usage or
/// bad input. Bad records among good ones are reported and are no failure. Returns nothing if they name no
/// command: then the window opens, with the arguments as paths.
[[nodiscard]] std::optional<int> runCommand(int argc, char** argv);

}  // namespace loomscope
