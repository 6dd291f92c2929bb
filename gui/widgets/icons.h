// SPDX-License-Identifier: GPL-3.0-or-later
// The program's line icons, in the colour of the text around them.
#pragma once

#include <QIcon>

namespace loomscope {

enum class IconName : quint8 {
    kApplication,
    kOpen,
    kTree,
    kMolecule,
    kPlay,
    kPause,
    kStop,
    kZoomIn,
    kZoomOut,
    kFit,
    kExport,
    kRefresh,
    kRename,
    kDelete,
    kClose,
    kCopy,
    kInformation,
    kWarning,
    kError,
};

/// Drawn anew at each size and in the palette's colours of the moment, so it follows a switch of the theme.
[[nodiscard]] QIcon icon(IconName name);
/// The same, to stand on the accent colour.
[[nodiscard]] QIcon iconOnAccent(IconName name);

}  // namespace loomscope
