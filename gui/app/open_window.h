// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace loomscope {

/// Opens the workbench with data from `paths` and runs it until it is closed. Returns the exit status.
int openWindow(int argc, char** argv, const std::vector<std::string>& paths);

}  // namespace loomscope
