// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/widgets/metric_text.h"

#include <cmath>

namespace loomscope {

QString metricTitle(std::string_view name) {
    QString text = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    if (text == QLatin1String("rmse") || text == QLatin1String("mae")) {
        return text.toUpper();
    }
    if (text == QLatin1String("r2")) {
        return QStringLiteral("R²");
    }
    return text.replace(QLatin1Char('_'), QLatin1Char(' '));
}

QString metricValue(double value) {
    return std::isfinite(value) ? QString::number(value, 'g', 4) : QStringLiteral("–");
}

}  // namespace loomscope
