// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/commands/headless.h"

#include "gui/app/window_style.h"

namespace loomscope {

std::unique_ptr<QApplication> makeHeadlessApplication() {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    static int numArguments = 1;
    static char programName[] = "loomscope";
    static char* arguments[] = {programName, nullptr};
    auto application = std::make_unique<QApplication>(numArguments, arguments);
    QApplication::setApplicationName(QStringLiteral("loomscope"));
    applyWindowStyle(*application, ThemeChoice::kLight);
    return application;
}

}  // namespace loomscope
