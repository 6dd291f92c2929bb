// SPDX-License-Identifier: GPL-3.0-or-later
#include "viz/theme.h"

#include "engine/base/check.h"

#include <QApplication>
#include <QFile>
#include <QStyleFactory>

#include <initializer_list>
#include <utility>

/// Files inside a static library are found once they were asked for, which works outside namespaces only.
static void initThemeFiles() {
    Q_INIT_RESOURCE(viz_theme);
}

namespace loomscope {
namespace {

/// Puts colours in the place of their names.
QString withColors(QString sheet, ThemeMode mode) {
    const ThemeColors& theme = themeColors(mode);
    const std::initializer_list<std::pair<const char*, Rgb>> names{
        {"@window", theme.window},
        {"@surface", theme.surface},
        {"@raised", theme.raised},
        {"@border", theme.border},
        {"@grid", theme.grid},
        {"@text", theme.text},
        {"@muted", theme.mutedText},
        {"@accentSoft", mix(theme.surface, theme.accent, mode == ThemeMode::kLight ? 0.12 : 0.22)},
        {"@accentHover", mix(theme.accent, theme.text, 0.15)},
        {"@accent", theme.accent},
        {"@onAccent", theme.onAccent},
        {"@hover", mix(theme.raised, theme.text, 0.06)},
        {"@pressed", mix(theme.raised, theme.text, 0.12)},
        {"@handle", mix(theme.window, theme.text, 0.25)},
    };
    sheet.replace(QLatin1String("@mode"), QLatin1String(mode == ThemeMode::kLight ? "light" : "dark"));
    for (const auto& [name, color] : names) {
        sheet.replace(QLatin1String(name), QString::fromStdString(color.hex()));
    }
    return sheet;
}

}  // namespace

QFont themeFont(TypeRole role) {
    QFont font;
    font.setFamilies({QStringLiteral("Inter"), QStringLiteral("Noto Sans"), QStringLiteral("Cantarell"),
                      QStringLiteral("Ubuntu"), QStringLiteral("DejaVu Sans")});
    font.setPointSizeF(9.5);
    switch (role) {
        case TypeRole::kCaption:
            font.setPointSizeF(8.5);
            break;
        case TypeRole::kBody:
            break;
        case TypeRole::kStrong:
            font.setWeight(QFont::DemiBold);
            break;
        case TypeRole::kHeading:
            font.setPointSizeF(11.0);
            font.setWeight(QFont::DemiBold);
            break;
        case TypeRole::kTitle:
            font.setPointSizeF(15.0);
            font.setWeight(QFont::DemiBold);
            break;
        case TypeRole::kMono:
            font.setFamilies({QStringLiteral("JetBrains Mono"), QStringLiteral("Noto Sans Mono"),
                              QStringLiteral("DejaVu Sans Mono")});
            font.setStyleHint(QFont::Monospace);
            break;
    }
    return font;
}

ThemeMode modeOf(const QPalette& palette) {
    return palette.color(QPalette::Window).lightness() < 128 ? ThemeMode::kDark : ThemeMode::kLight;
}

QPalette themePalette(ThemeMode mode) {
    const ThemeColors& theme = themeColors(mode);
    QPalette palette;
    const std::initializer_list<std::pair<QPalette::ColorRole, Rgb>> roles{
        {QPalette::Window, theme.window},
        {QPalette::WindowText, theme.text},
        {QPalette::Base, theme.surface},
        {QPalette::AlternateBase, theme.raised},
        {QPalette::ToolTipBase, theme.raised},
        {QPalette::ToolTipText, theme.text},
        {QPalette::PlaceholderText, theme.mutedText},
        {QPalette::Text, theme.text},
        {QPalette::Button, theme.raised},
        {QPalette::ButtonText, theme.text},
        {QPalette::BrightText, theme.danger},
        {QPalette::Light, mix(theme.raised, theme.surface, 0.5)},
        {QPalette::Midlight, theme.grid},
        {QPalette::Mid, theme.border},
        {QPalette::Dark, mix(theme.border, theme.text, 0.2)},
        {QPalette::Shadow, mix(theme.border, theme.text, 0.4)},
        {QPalette::Highlight, theme.accent},
        {QPalette::HighlightedText, theme.onAccent},
        {QPalette::Link, theme.accent},
        {QPalette::LinkVisited, mix(theme.accent, theme.mutedText, 0.5)},
    };
    for (const auto& [role, color] : roles) {
        palette.setColor(role, toColor(color));
    }
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        palette.setColor(QPalette::Disabled, role, toColor(mix(theme.mutedText, theme.surface, 0.25)));
    }
    return palette;
}

QString themeStyleSheet(ThemeMode mode) {
    initThemeFiles();
    QFile file(QStringLiteral(":/viz/theme.qss"));
    LOOM_CHECK(file.open(QIODevice::ReadOnly), "the program was built without its style sheet");
    return withColors(QString::fromUtf8(file.readAll()), mode);
}

void applyTheme(QApplication& application, ThemeMode mode) {
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication::setPalette(themePalette(mode));
    QApplication::setFont(themeFont(TypeRole::kBody));
    application.setStyleSheet(themeStyleSheet(mode));
}

}  // namespace loomscope
