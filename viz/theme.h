// SPDX-License-Identifier: GPL-3.0-or-later
// The look of the program: colours, type, spacing. The one place for all of them.
#pragma once

#include "viz/core/palette.h"

#include <QColor>
#include <QFont>
#include <QPalette>
#include <QString>

class QApplication;

namespace loomscope {

/// Distances in pixels; nothing uses others.
struct Spacing {
    static constexpr int kTight = 4;
    static constexpr int kSmall = 8;
    static constexpr int kMedium = 12;
    static constexpr int kLarge = 16;
    static constexpr int kHuge = 24;
    static constexpr int kRadius = 6;  ///< of rounded corners
};

/// Roles of text.
enum class TypeRole : std::uint8_t { kCaption, kBody, kStrong, kHeading, kTitle, kMono };

/// The font of a role: the system's sans serif, else DejaVu Sans.
[[nodiscard]] QFont themeFont(TypeRole role);

[[nodiscard]] inline QColor toColor(Rgb color) {
    return {color.red, color.green, color.blue};
}

/// Which theme a palette is of: widgets ask with palette(), so that they follow a switch by changeEvent().
[[nodiscard]] ThemeMode modeOf(const QPalette& palette);
[[nodiscard]] inline const ThemeColors& colorsOf(const QPalette& palette) {
    return themeColors(modeOf(palette));
}
[[nodiscard]] QPalette themePalette(ThemeMode mode);
/// What the palette can't say: tabs, headers, tool buttons, fields, scroll bars, dock titles.
[[nodiscard]] QString themeStyleSheet(ThemeMode mode);

/// Sets Fusion, palette, font and style sheet. Call again to switch.
void applyTheme(QApplication& application, ThemeMode mode);

}  // namespace loomscope
