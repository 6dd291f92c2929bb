// SPDX-License-Identifier: GPL-3.0-or-later
// The look of the window's own parts, on top of the theme of the pictures.
#pragma once

#include "gui/app/settings.h"

class QApplication;

namespace loomscope {

/// Sets palette, fonts and style sheet of the whole program.
void applyWindowStyle(QApplication& application, ThemeChoice choice);

}  // namespace loomscope
