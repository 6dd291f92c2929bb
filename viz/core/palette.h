// SPDX-License-Identifier: GPL-3.0-or-later
// The colours of the program, light and dark. Safe for the common colour-vision deficiencies; text reaches a
// contrast of at least 4.5 on what it stands on (WCAG 2.1, level AA).
#pragma once

#include <cstdint>
#include <string>

namespace loomscope {

/// An opaque sRGB colour.
struct Rgb {
    std::uint8_t red = 0;
    std::uint8_t green = 0;
    std::uint8_t blue = 0;

    constexpr Rgb() = default;
    constexpr explicit Rgb(std::uint32_t hex)
        : red(static_cast<std::uint8_t>(hex >> 16)),
          green(static_cast<std::uint8_t>(hex >> 8)),
          blue(static_cast<std::uint8_t>(hex)) {}
    bool operator==(const Rgb&) const = default;

    /// "#1f77b4".
    [[nodiscard]] std::string hex() const;
};

/// Contrast ratio of two colours, 1 … 21 (WCAG 2.1, "contrast ratio").
[[nodiscard]] double contrastRatio(Rgb a, Rgb b);
/// `share` of `b` over `a`, share in 0 … 1.
[[nodiscard]] Rgb mix(Rgb a, Rgb b, double share);
/// Near-black or near-white, whichever reads better on `background`.
[[nodiscard]] Rgb textOn(Rgb background);

enum class ThemeMode : std::uint8_t { kLight, kDark };

/// Colours of surfaces and text.
struct ThemeColors {
    Rgb window;   ///< behind panels
    Rgb surface;  ///< panels, tables, pictures
    Rgb raised;   ///< headers, cards, tool tips
    Rgb border;
    Rgb grid;  ///< lines inside charts
    Rgb text;
    Rgb mutedText;  ///< secondary text; still readable
    Rgb accent;     ///< the one accent: selection, links, default buttons
    Rgb onAccent;   ///< text on `accent`
    Rgb positive;
    Rgb warning;
    Rgb danger;
    Rgb edge;  ///< arrows of graphs
};
[[nodiscard]] const ThemeColors& themeColors(ThemeMode mode);

/// How things of one kind are painted.
struct SwatchColors {
    Rgb fill;
    Rgb border;
    Rgb text;  ///< on `fill`
};
/// Number of distinct swatches and series colours; larger slots repeat.
inline constexpr int kNumColorSlots = 8;
/// Colours of a node of slot `slot` (see color slots of op_category.h).
[[nodiscard]] SwatchColors swatch(int slot, ThemeMode mode);
/// Line colour of the slot-th series of a chart, contrast at least 3 on the surface.
[[nodiscard]] Rgb seriesColor(int slot, ThemeMode mode);
/// Fill of a class label on a diverging scale: label 0 is most negative, `numClasses` − 1 most positive.
/// Labels outside the range get a neutral fill. Text on it: textOn().
[[nodiscard]] Rgb sentimentColor(int label, int numClasses, ThemeMode mode);

}  // namespace loomscope
