// SPDX-License-Identifier: GPL-3.0-or-later
#include "viz/text_measure.h"

#include "viz/theme.h"

#include <QString>

#include <cstddef>

namespace loomscope {

TextMeasure::TextMeasure(const QFont& font) : metrics_(font) {
    for (std::size_t c = 0x20; c < advances_.size(); ++c) {
        advances_[c] = metrics_.horizontalAdvance(QChar(static_cast<ushort>(c)));
    }
}

double TextMeasure::width(std::string_view text) const {
    double width = 0.0;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= advances_.size()) {
            return metrics_.horizontalAdvance(
                QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())));
        }
        width += advances_[byte];
    }
    return width;
}

QFont drawnFont(double pixelSize, QFont::Weight weight) {
    QFont font = themeFont(TypeRole::kBody);
    font.setPixelSize(static_cast<int>(pixelSize));
    font.setWeight(weight);
    return font;
}

}  // namespace loomscope
