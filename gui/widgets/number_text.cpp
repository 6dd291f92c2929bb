// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/widgets/number_text.h"

#include <cmath>

namespace loomscope {

QString groupedDigits(std::int64_t number) {
    QString digits = QString::number(std::abs(number));
    for (qsizetype place = digits.size() - 3; place > 0; place -= 3) {
        digits.insert(place, QLatin1Char(','));
    }
    return number < 0 ? QLatin1Char('-') + digits : digits;
}

QString microsecondsText(double microseconds) {
    if (microseconds < 1e3) {
        return QStringLiteral("%1 µs").arg(microseconds, 0, 'f', 0);
    }
    if (microseconds < 1e6) {
        return QStringLiteral("%1 ms").arg(microseconds / 1e3, 0, 'f', 1);
    }
    return QStringLiteral("%1 s").arg(microseconds / 1e6, 0, 'f', 1);
}

QString durationText(double seconds) {
    const auto whole = static_cast<qlonglong>(std::llround(seconds));
    if (whole < 60) {
        return QStringLiteral("%1 s").arg(whole);
    }
    const QLatin1Char zero('0');
    if (whole < 3600) {
        return QStringLiteral("%1 min %2 s").arg(whole / 60).arg(whole % 60, 2, 10, zero);
    }
    return QStringLiteral("%1 h %2 min").arg(whole / 3600).arg(whole % 3600 / 60, 2, 10, zero);
}

QString countText(std::int64_t number, const QString& one, const QString& many) {
    return QStringLiteral("%1 %2").arg(groupedDigits(number), number == 1 ? one : many);
}

}  // namespace loomscope
