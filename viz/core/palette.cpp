// SPDX-License-Identifier: GPL-3.0-or-later
#include "viz/core/palette.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace loomscope {
namespace {

constexpr ThemeColors kLight{
    .window = Rgb(0xF3F5F7),
    .surface = Rgb(0xFFFFFF),
    .raised = Rgb(0xF8F9FB),
    .border = Rgb(0xD8DDE4),
    .grid = Rgb(0xE9ECF0),
    .text = Rgb(0x1C2530),
    .mutedText = Rgb(0x586472),
    .accent = Rgb(0x2560C4),
    .onAccent = Rgb(0xFFFFFF),
    .positive = Rgb(0x1B7A4E),
    .warning = Rgb(0x8F5B00),
    .danger = Rgb(0xB3362B),
    .edge = Rgb(0x8B96A5),
};
constexpr ThemeColors kDark{
    .window = Rgb(0x14181D),
    .surface = Rgb(0x1B2027),
    .raised = Rgb(0x232931),
    .border = Rgb(0x363F4A),
    .grid = Rgb(0x2A313A),
    .text = Rgb(0xE6EAEF),
    .mutedText = Rgb(0x9BA7B5),
    .accent = Rgb(0x78ABFA),
    .onAccent = Rgb(0x0E1722),
    .positive = Rgb(0x5CC08C),
    .warning = Rgb(0xE0AB52),
    .danger = Rgb(0xF0877C),
    .edge = Rgb(0x748192),
};

/// Hues after Okabe and Ito (2008), the first slot neutral.
constexpr std::array<Rgb, kNumColorSlots> kHues{Rgb(0x8A96A3), Rgb(0x0072B2), Rgb(0xE69F00), Rgb(0x009E73),
                                                Rgb(0xB565A7), Rgb(0x56B4E9), Rgb(0xD55E00), Rgb(0x9A9A3C)};
/// The same hues, dark enough for a line on white, then light enough for a line on the dark surface.
constexpr std::array<Rgb, kNumColorSlots> kLinesLight{Rgb(0x0067A5), Rgb(0xCC5A00), Rgb(0x008661),
                                                      Rgb(0xA44F94), Rgb(0xA87400), Rgb(0x2A8CC4),
                                                      Rgb(0x5F6B78), Rgb(0x77772A)};
constexpr std::array<Rgb, kNumColorSlots> kLinesDark{Rgb(0x56B4E9), Rgb(0xF08A3C), Rgb(0x2FC79A),
                                                     Rgb(0xD692C9), Rgb(0xF0C04A), Rgb(0x4F95DE),
                                                     Rgb(0xA3AFBC), Rgb(0xC9C96A)};

std::size_t toSlot(int slot) {
    return static_cast<std::size_t>(((slot % kNumColorSlots) + kNumColorSlots) % kNumColorSlots);
}

double linear(std::uint8_t channel) {
    const double value = channel / 255.0;
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

double luminance(Rgb color) {
    return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue);
}

}  // namespace

std::string Rgb::hex() const {
    return fmt::format("#{:02x}{:02x}{:02x}", red, green, blue);
}

double contrastRatio(Rgb a, Rgb b) {
    const double ratio = (luminance(a) + 0.05) / (luminance(b) + 0.05);
    return std::max(ratio, 1.0 / ratio);
}

Rgb mix(Rgb a, Rgb b, double share) {
    const auto channel = [share](std::uint8_t from, std::uint8_t to) {
        return static_cast<std::uint8_t>(std::lround(from + share * (to - from)));
    };
    Rgb mixed;
    mixed.red = channel(a.red, b.red);
    mixed.green = channel(a.green, b.green);
    mixed.blue = channel(a.blue, b.blue);
    return mixed;
}

Rgb textOn(Rgb background) {
    constexpr Rgb kInk(0x050608);  // dark enough that one of the two always reaches 4.5
    constexpr Rgb kPaper(0xFFFFFF);
    return contrastRatio(kInk, background) >= contrastRatio(kPaper, background) ? kInk : kPaper;
}

const ThemeColors& themeColors(ThemeMode mode) {
    return mode == ThemeMode::kLight ? kLight : kDark;
}

SwatchColors swatch(int slot, ThemeMode mode) {
    const Rgb hue = kHues[toSlot(slot)];
    const ThemeColors& theme = themeColors(mode);
    if (mode == ThemeMode::kLight) {
        return {
            .fill = mix(theme.surface, hue, 0.20), .border = mix(hue, theme.text, 0.15), .text = theme.text};
    }
    return {.fill = mix(theme.surface, hue, 0.34), .border = mix(hue, theme.text, 0.15), .text = theme.text};
}

Rgb seriesColor(int slot, ThemeMode mode) {
    return (mode == ThemeMode::kLight ? kLinesLight : kLinesDark)[toSlot(slot)];
}

Rgb sentimentColor(int label, int numClasses, ThemeMode mode) {
    const bool isLight = mode == ThemeMode::kLight;
    const Rgb negative(isLight ? 0xB8472Au : 0xC9583Au);
    const Rgb positive(isLight ? 0x1F5FA8u : 0x3D82CFu);
    const Rgb neutral(isLight ? 0xE3E7ECu : 0x3A4450u);
    if (label < 0 || label >= numClasses || numClasses < 2) {
        return neutral;
    }
    const double position = 2.0 * label / (numClasses - 1) - 1.0;
    return mix(neutral, position < 0 ? negative : positive, std::abs(position));
}

}  // namespace loomscope
