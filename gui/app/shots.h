// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of the window with real content, for people to look at.
#pragma once

#include "engine/base/result.h"

#include <QString>
#include <QStringList>

class QApplication;

namespace loomscope {

/// Opens a window with the sample data, trains for a moment into a store of its own, and writes PANEL.png and
/// PANEL-dark.png for every panel, and window.png and window-dark.png. Works without a display on the
/// platform "offscreen". Returns the paths written. Errors: kIo (a picture can't be written), kNotFound (no
/// sample data), kResource (something did not appear in time).
[[nodiscard]] Result<QStringList> takeShots(QApplication& application, const QString& folder);

}  // namespace loomscope
