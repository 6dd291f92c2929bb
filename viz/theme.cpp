// SPDX-License-Identifier: GPL-3.0-or-later
#include "viz/theme.h"

#include <QApplication>
#include <QStyleFactory>

#include <initializer_list>
#include <utility>

/// Images of a static library are not found until they are asked for, from outside any namespace.
static void initThemeImages() {
    Q_INIT_RESOURCE(viz_theme);
}

namespace loomscope {
namespace {

/// Names stand in for colours in the sheet ("@accent"), so that it reads like one.
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

constexpr const char* kBars = R"(
QMainWindow, QDialog { background: @window; }
QMainWindow::separator { background: @window; width: 6px; height: 6px; }
QMainWindow::separator:hover { background: @accentSoft; }
QSplitter::handle { background: @window; }
QMenuBar { background: @window; padding: 2px 6px; }
QMenuBar::item { padding: 5px 9px; border-radius: 4px; background: transparent; }
QMenuBar::item:selected { background: @hover; }
QMenu { background: @surface; border: 1px solid @border; padding: 5px; }
QMenu::item { padding: 6px 26px 6px 22px; border-radius: 4px; }
QMenu::item:selected { background: @accentSoft; color: @text; }
QMenu::item:disabled { color: @muted; }
QMenu::separator { height: 1px; background: @border; margin: 5px 8px; }
QToolBar { background: @window; border: none; spacing: 4px; padding: 4px 8px; }
QToolBar::separator { background: @border; width: 1px; margin: 5px 6px; }
QStatusBar { background: @window; color: @muted; }
QStatusBar::item { border: none; }
QDockWidget { font-weight: 600; titlebar-close-icon: none; }
QDockWidget::title { background: @window; padding: 7px 10px; text-align: left; }
QTabBar { qproperty-drawBase: 0; }
QTabBar::tab { background: transparent; color: @muted; padding: 7px 14px; border: none;
               border-bottom: 2px solid transparent; }
QTabBar::tab:hover { color: @text; background: @hover; }
QTabBar::tab:selected { color: @text; border-bottom: 2px solid @accent; }
QTabWidget::pane { border: none; border-top: 1px solid @border; }
)";

constexpr const char* kFields = R"(
QToolTip { background: @raised; color: @text; border: 1px solid @border; padding: 6px 8px; }
QPushButton { background: @raised; color: @text; border: 1px solid @border; border-radius: 5px;
              padding: 5px 14px; min-height: 18px; }
QPushButton:hover { background: @hover; }
QPushButton:pressed, QPushButton:checked { background: @pressed; }
QPushButton:focus { border-color: @accent; }
QPushButton:disabled { color: @muted; background: @window; }
QPushButton:default, QPushButton[primary="true"] { background: @accent; color: @onAccent; border-color: @accent;
                                                   font-weight: 600; }
QPushButton:default:hover, QPushButton[primary="true"]:hover { background: @accentHover; }
QPushButton:default:disabled, QPushButton[primary="true"]:disabled { background: @window; color: @muted;
                                                                    border-color: @border; }
QToolButton { background: transparent; border: 1px solid transparent; border-radius: 5px; padding: 4px 8px; }
QToolButton:hover { background: @hover; }
QToolButton:pressed, QToolButton:checked { background: @accentSoft; border-color: @border; }
QToolButton:focus { border-color: @accent; }
QToolButton:disabled { color: @muted; }
QToolButton::menu-indicator { image: none; }
QLineEdit, QPlainTextEdit, QTextEdit { background: @surface; color: @text; border: 1px solid @border; border-radius: 5px;
                                       padding: 4px 7px; selection-background-color: @accent;
                                       selection-color: @onAccent; }
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus { border-color: @accent; }
QLineEdit:disabled { color: @muted; background: @window; }
QComboBox, QAbstractSpinBox { background: @surface; color: @text; border: 1px solid @border; border-radius: 5px;
                              padding: 4px 7px; min-height: 18px; selection-background-color: @accent;
                              selection-color: @onAccent; }
QComboBox:hover, QAbstractSpinBox:hover { border-color: @handle; }
QComboBox:focus, QAbstractSpinBox:focus { border-color: @accent; }
QComboBox:disabled, QAbstractSpinBox:disabled { color: @muted; background: @window; }
QComboBox::drop-down { border: none; width: 22px; }
QComboBox::down-arrow { image: url(:/viz/images/chevron-down.svg); width: 12px; height: 12px; }
QComboBox QAbstractItemView { background: @surface; border: 1px solid @border; selection-background-color: @accentSoft;
                              selection-color: @text; padding: 4px; outline: none; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { border: none; background: transparent; width: 20px; }
QAbstractSpinBox::up-arrow { image: url(:/viz/images/chevron-up.svg); width: 10px; height: 10px; }
QAbstractSpinBox::down-arrow { image: url(:/viz/images/chevron-down.svg); width: 10px; height: 10px; }
QCheckBox, QRadioButton { spacing: 8px; }
QCheckBox::indicator, QRadioButton::indicator { width: 14px; height: 14px; border: 1px solid @handle;
                                                background: @surface; }
QCheckBox::indicator { border-radius: 4px; }
QRadioButton::indicator { border-radius: 8px; }
QCheckBox::indicator:hover, QRadioButton::indicator:hover, QCheckBox:focus::indicator, QRadioButton:focus::indicator {
    border-color: @accent; }
QCheckBox::indicator:checked { background: @accent; border-color: @accent; image: url(:/viz/images/check-@mode.svg); }
QRadioButton::indicator:checked { background: @accent; border: 4px solid @accentSoft; width: 8px; height: 8px; }
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled { background: @window; border-color: @border; }
QGroupBox { border: 1px solid @border; border-radius: 6px; margin-top: 18px; padding: 10px 10px 8px 10px;
            background: @surface; }
QGroupBox::title { subcontrol-origin: margin; left: 4px; top: 0px; color: @muted; }
QProgressBar { background: @grid; color: transparent; border: none; border-radius: 3px; max-height: 6px; }
QProgressBar::chunk { background: @accent; border-radius: 3px; }
QLabel[role="muted"] { color: @muted; }
QLabel[role="heading"] { font-weight: 600; }
)";

constexpr const char* kViews = R"(
QAbstractScrollArea { border: none; background: @surface; }
QTableView, QTreeView, QListView { background: @surface; alternate-background-color: @raised; border: none;
                                   gridline-color: @grid; selection-background-color: @accentSoft;
                                   selection-color: @text; outline: none; }
QTableView::item, QTreeView::item, QListView::item { padding: 3px 6px; border: none; }
QTableView::item:selected, QTreeView::item:selected, QListView::item:selected { background: @accentSoft; color: @text; }
QHeaderView { background: @raised; border: none; }
QHeaderView::section { background: @raised; color: @muted; border: none; border-bottom: 1px solid @border;
                       padding: 6px 8px; font-weight: 600; }
QTableCornerButton::section { background: @raised; border: none; border-bottom: 1px solid @border; }
QScrollBar:vertical { background: transparent; width: 11px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 11px; margin: 0; }
QScrollBar::handle { background: @handle; border-radius: 3px; margin: 3px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:hover { background: @muted; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
)";

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
    return withColors(QLatin1String(kBars) + QLatin1String(kFields) + QLatin1String(kViews), mode);
}

void applyTheme(QApplication& application, ThemeMode mode) {
    initThemeImages();
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication::setPalette(themePalette(mode));
    QApplication::setFont(themeFont(TypeRole::kBody));
    application.setStyleSheet(themeStyleSheet(mode));
}

}  // namespace loomscope
