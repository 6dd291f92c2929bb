// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as people read them, the same in every locale.
#pragma once

#include <QString>

#include <cstdint>

namespace loomscope {

/// "41,913"
[[nodiscard]] QString groupedDigits(std::int64_t number);
/// "87 µs", "1.2 ms", "3.4 s"
[[nodiscard]] QString microsecondsText(double microseconds);
/// "8 s", "3 min 05 s", "2 h 10 min"
[[nodiscard]] QString durationText(double seconds);
/// "1 tree", "3,000 trees"
[[nodiscard]] QString countText(std::int64_t number, const QString& one, const QString& many);

}  // namespace loomscope
