// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/open_window.h"

#include "gui/app/main_window.h"
#include "gui/app/window_style.h"
#include "gui/widgets/icons.h"
#include "storage/default_location.h"

#include <QApplication>
#include <QStringList>

namespace loomscope {

int openWindow(int argc, char** argv, const std::vector<std::string>& paths) {
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("loomscope"));
    QApplication::setApplicationDisplayName(QStringLiteral("Loomscope"));
    QApplication::setWindowIcon(icon(IconName::kApplication));
    Settings settings;
    applyWindowStyle(application, settings.theme());
    Workbench workbench(settings, defaultStorePath());
    MainWindow window(workbench);
    window.show();
    QStringList files;
    for (const std::string& path : paths) {
        files << QString::fromStdString(path);
    }
    window.openAtStart(files);
    return QApplication::exec();
}

}  // namespace loomscope
