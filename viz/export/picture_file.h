// SPDX-License-Identifier: GPL-3.0-or-later
// A drawing as the bytes of a picture file.
#pragma once

#include "engine/base/result.h"
#include "viz/core/drawing.h"
#include "viz/export/export.h"

#include <QByteArray>

namespace loomscope {

/// SVG, PDF or PNG. Errors: kInvalid for other formats, kResource if a PNG would be too large.
[[nodiscard]] Result<QByteArray> pictureFile(const Drawing& drawing, ExportFormat format, double scale);

}  // namespace loomscope
