// SPDX-License-Identifier: GPL-3.0-or-later
// Widths of short texts, fast.
#pragma once

#include <QFont>
#include <QFontMetricsF>

#include <array>
#include <string_view>

namespace loomscope {

/// Measures UTF-8 text in one font: ASCII by adding glyphs, other text by the font's shaping.
class TextMeasure {
public:
    explicit TextMeasure(const QFont& font);
    /// Width in pixels.
    [[nodiscard]] double width(std::string_view text) const;

private:
    QFontMetricsF metrics_;
    std::array<double, 128> advances_{};
};

/// The font of a drawn text: the program's family in a pixel size.
[[nodiscard]] QFont drawnFont(double pixelSize, QFont::Weight weight);

}  // namespace loomscope
