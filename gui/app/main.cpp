// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/open_window.h"
#include "gui/commands/commands.h"

#include <optional>
#include <string>
#include <vector>

int main(int argc, char** argv) {
    if (const std::optional<int> status = loomscope::runCommand(argc, argv)) {
        return *status;
    }
    if (!hasDisplay()) {
        loomscope::say(
            "loomscope: there is no display to open a window on; `loomscope --help` lists the commands that "
            "need none");
        return 2;
    }
    return loomscope::openWindow(argc, argv, std::vector<std::string>(argv + 1, argv + argc));
}
