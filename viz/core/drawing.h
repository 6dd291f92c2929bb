// SPDX-License-Identifier: GPL-3.0-or-later
// A finished picture as plain values: what exporters write and painters paint.
#pragma once

#include "viz/core/geometry.h"
#include "viz/core/palette.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace loomscope {

/// A box with rounded corners; a radius of half its side makes a circle.
struct DrawnBox {
    Rect rect;
    double radius = 0.0;
    std::optional<Rgb> fill;
    std::optional<Rgb> stroke;
    double strokeWidth = 1.0;
};

/// A line of cubic Bézier pieces (3k + 1 points), or of straight ones, with or without an arrow at its end.
struct DrawnPath {
    enum class Kind : std::uint8_t { kCurve, kLine, kArrow };
    std::vector<Point> points;
    Kind kind = Kind::kLine;
    Rgb stroke;
    double strokeWidth = 1.0;
};

/// One line of text; `place` is the middle of its height.
struct DrawnText {
    enum class Anchor : std::uint8_t { kStart, kMiddle, kEnd };
    enum class Weight : std::uint8_t { kNormal, kStrong };
    Point place;
    std::string text;
    double pixelSize = 12.0;
    Rgb color;
    Anchor anchor = Anchor::kMiddle;
    Weight weight = Weight::kNormal;
};

using DrawnShape = std::variant<DrawnBox, DrawnPath, DrawnText>;

/// Shapes that belong together: a node, a batch.
struct DrawnGroup {
    std::string id;       ///< "node-7"; empty for decoration
    std::string tooltip;  ///< plain text, may have several lines
    std::vector<DrawnShape> shapes;
};

/// Painted in order. Coordinates lie within `bounds`.
struct Drawing {
    Rect bounds;
    Rgb background;
    std::string title;
    std::vector<DrawnGroup> groups;
};

/// The drawing as a standalone SVG 1.1 document with an id and a title per group.
[[nodiscard]] std::string toSvg(const Drawing& drawing);

/// Places of an arrow head's corners for a path: tip, left, right. The path must have at least two points.
struct ArrowHead {
    Point tip;
    Point left;
    Point right;
};
[[nodiscard]] ArrowHead arrowHead(const std::vector<Point>& path, double length);

}  // namespace loomscope
