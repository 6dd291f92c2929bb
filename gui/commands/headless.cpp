// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/commands/headless.h"

#include "gui/app/window_style.h"
#include "gui/commands/console.h"

#include <QtGlobal>

#include <cstdlib>

namespace loomscope {

namespace {

/// Lets through all but what Qt says of every machine without a desktop session: nobody can act on it.
void sayQtMessage(QtMsgType type, const QMessageLogContext& context, const QString& message) {
    if (message.startsWith(QStringLiteral("QStandardPaths: XDG_RUNTIME_DIR not set")) ||
        message.startsWith(QStringLiteral("This plugin does not support"))) {
        return;
    }
    say(qFormatLogMessage(type, context, message).toStdString());
    if (type == QtFatalMsg) {
        std::abort();
    }
}

}  // namespace

std::unique_ptr<QApplication> makeHeadlessApplication() {
    qInstallMessageHandler(sayQtMessage);
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
