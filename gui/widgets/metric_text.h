// SPDX-License-Identifier: GPL-3.0-or-later
// Names and values of metrics as people read them.
#pragma once

#include <QString>

#include <string_view>

namespace loomscope {

/// "root_accuracy" → "root accuracy", "rmse" → "RMSE".
[[nodiscard]] QString metricTitle(std::string_view name);
/// Four significant digits.
[[nodiscard]] QString metricValue(double value);

}  // namespace loomscope
