// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/open_window.h"
#include "gui/commands/commands.h"
#include "gui/commands/console.h"

#include <cstdlib>
#include <string>
#include <vector>

namespace {

/// Qt would abort without one, in words that help nobody.
bool hasDisplay() {
    return std::getenv("DISPLAY") != nullptr || std::getenv("WAYLAND_DISPLAY") != nullptr ||
           std::getenv("QT_QPA_PLATFORM") != nullptr;
}

}  // namespace

int main(int argc, char** argv) {
    if (const auto status = loomscope::runCommand(argc, argv)) {
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
