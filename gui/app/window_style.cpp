// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/window_style.h"

#include "viz/theme.h"

#include <QApplication>
#include <QString>
#include <QStyle>
#include <QStyleFactory>

#include <memory>
#include <utility>

// A static library's resources are found only if somebody asks for them, outside any namespace.
static void initResources() {
    Q_INIT_RESOURCE(window_style);
}

namespace loomscope {

namespace {

/// Roles that widgets carry in their property "role".
constexpr const char* kSheet = R"(
QLabel[role="secondary"] { color: @muted; }
QLabel[role="heading"] { font-weight: 600; font-size: 11pt; }
QLabel[role="section"] { font-weight: 600; }
QLabel[role="emptyTitle"] { font-weight: 600; font-size: 13pt; }
QLabel[role="problem"] { color: @danger; }
QWidget[role="toolRow"] { background: @surface; border-bottom: 1px solid @border; }
QWidget[role="side"] { background: @surface; border-right: 1px solid @border; }
QWidget[role="footer"] { background: @surface; border-top: 1px solid @border; border-right: 1px solid @border; }
QFrame[role="floating"] { background: @raised; border: 1px solid @border; border-radius: 6px; }
QFrame[role="notice"] { background: @raised; border-bottom: 1px solid @border; border-left: 4px solid @accent; }
QFrame[role="notice"][kind="warning"] { border-left-color: @warning; }
QFrame[role="notice"][kind="error"] { border-left-color: @danger; }
QPushButton[role="primary"] { background: @accent; color: @onAccent; border: 1px solid @accent; font-weight: 600; }
QPushButton[role="primary"]:disabled { background: @grid; color: @muted; border-color: @border; }
QComboBox { background: @surface; color: @text; border: 1px solid @border; border-radius: 5px; padding: 4px 8px;
            min-height: 18px; }
QComboBox:focus, QComboBox:on { border-color: @accent; }
QComboBox:disabled { color: @muted; background: @window; }
QComboBox::drop-down { border: none; width: 24px; }
QComboBox::down-arrow { image: url(:/loomscope/pictures/chevron_@mode.svg); width: 10px; height: 10px; }
QComboBox QAbstractItemView { background: @surface; border: 1px solid @border; selection-background-color: @accent;
                              selection-color: @onAccent; outline: none; }
QLineEdit[invalid="true"] { border: 1px solid @danger; }
QPushButton[segmentPlace] { padding: 4px 12px; min-height: 18px; border: 1px solid @border; background: @surface; border-radius: 0px; }
QPushButton[segmentPlace]:checked { background: @accent; color: @onAccent; border-color: @accent; }
QPushButton[segmentPlace]:disabled { color: @muted; background: @window; }
QPushButton[segmentPlace="first"] { border-top-left-radius: 4px; border-bottom-left-radius: 4px; border-right: none; }
QPushButton[segmentPlace="middle"] { border-right: none; }
QPushButton[segmentPlace="last"] { border-top-right-radius: 4px; border-bottom-right-radius: 4px; }
QPushButton[segmentPlace="only"] { border-radius: 4px; }
)";

QString windowSheet(ThemeMode mode) {
    const ThemeColors& colors = themeColors(mode);
    QString sheet = QString::fromUtf8(kSheet);
    const std::pair<const char*, Rgb> names[] = {
        {"@window", colors.window}, {"@surface", colors.surface},   {"@raised", colors.raised},
        {"@border", colors.border}, {"@grid", colors.grid},         {"@muted", colors.mutedText},
        {"@accent", colors.accent}, {"@onAccent", colors.onAccent}, {"@warning", colors.warning},
        {"@danger", colors.danger}, {"@text", colors.text},
    };
    sheet.replace(QLatin1String("@mode"),
                  mode == ThemeMode::kDark ? QLatin1String("dark") : QLatin1String("light"));
    for (const auto& [name, color] : names) {
        sheet.replace(QLatin1String(name), QString::fromStdString(color.hex()));
    }
    return sheet;
}

/// Qt 6.4 can't ask for the system's scheme; the style's own palette, made from the desktop's, tells.
ThemeMode systemMode() {
    const std::unique_ptr<QStyle> fusion(QStyleFactory::create(QStringLiteral("Fusion")));
    return fusion->standardPalette().color(QPalette::Window).lightness() < 128 ? ThemeMode::kDark
                                                                               : ThemeMode::kLight;
}

}  // namespace

void applyWindowStyle(QApplication& application, ThemeChoice choice) {
    const ThemeMode mode = choice == ThemeChoice::kDark    ? ThemeMode::kDark
                           : choice == ThemeChoice::kLight ? ThemeMode::kLight
                                                           : systemMode();
    initResources();
    applyTheme(application, mode);
    application.setStyleSheet(themeStyleSheet(mode) + windowSheet(mode));
}

}  // namespace loomscope
