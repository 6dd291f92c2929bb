// SPDX-License-Identifier: GPL-3.0-or-later
// Plane geometry of pictures. Unit: pixels at 100 %; x grows to the right, y grows downward.
#pragma once

namespace loomscope {

struct Point {
    double x = 0.0;
    double y = 0.0;

    bool operator==(const Point&) const = default;
};

struct Size {
    double width = 0.0;
    double height = 0.0;

    bool operator==(const Size&) const = default;
};

struct Rect {
    double x = 0.0;
    double y = 0.0;
    double width = 0.0;
    double height = 0.0;

    [[nodiscard]] constexpr double right() const { return x + width; }
    [[nodiscard]] constexpr double bottom() const { return y + height; }
    [[nodiscard]] constexpr Point center() const { return {x + width / 2, y + height / 2}; }
    bool operator==(const Rect&) const = default;
};

}  // namespace loomscope
