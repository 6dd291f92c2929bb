// SPDX-License-Identifier: GPL-3.0-or-later
#include "viz/core/drawing.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <string_view>

namespace loomscope {
namespace {

using Out = std::back_insert_iterator<std::string>;

/// Text with markup characters replaced; control characters, which XML forbids, become spaces.
std::string escaped(std::string_view text) {
    std::string safe;
    for (const char c : text) {
        switch (c) {
            case '&':
                safe += "&amp;";
                break;
            case '<':
                safe += "&lt;";
                break;
            case '>':
                safe += "&gt;";
                break;
            case '"':
                safe += "&quot;";
                break;
            default:
                safe += static_cast<unsigned char>(c) < 0x20 && c != '\n' ? ' ' : c;
        }
    }
    return safe;
}

/// Two digits after the point, without trailing zeros.
std::string number(double value) {
    const double rounded = std::round(value * 100.0) / 100.0;
    return fmt::format("{}", rounded == 0.0 ? 0.0 : rounded);
}

std::string place(Point point) {
    return number(point.x) + " " + number(point.y);
}

std::string paint(const std::optional<Rgb>& color) {
    return color ? color->hex() : "none";
}

void write(std::string& svg, const DrawnBox& box) {
    fmt::format_to(
        Out(svg),
        R"(<rect x="{}" y="{}" width="{}" height="{}" rx="{}" fill="{}" stroke="{}" stroke-width="{}"/>)",
        number(box.rect.x), number(box.rect.y), number(box.rect.width), number(box.rect.height),
        number(box.radius), paint(box.fill), paint(box.stroke), number(box.strokeWidth));
}

void write(std::string& svg, const DrawnPath& path) {
    if (path.points.size() < 2) {
        return;
    }
    std::string data = "M" + place(path.points.front());
    if (path.kind == DrawnPath::Kind::kLine) {
        for (std::size_t i = 1; i < path.points.size(); ++i) {
            data += "L" + place(path.points[i]);
        }
    } else {
        for (std::size_t i = 1; i + 2 < path.points.size(); i += 3) {
            data += "C" + place(path.points[i]) + " " + place(path.points[i + 1]) + " " +
                    place(path.points[i + 2]);
        }
    }
    fmt::format_to(Out(svg), R"(<path d="{}" fill="none" stroke="{}" stroke-width="{}"/>)", data,
                   path.stroke.hex(), number(path.strokeWidth));
    if (path.kind == DrawnPath::Kind::kArrow) {
        const ArrowHead head = arrowHead(path.points, 4.0 + 2.5 * path.strokeWidth);
        fmt::format_to(Out(svg), R"(<path d="M{}L{}L{}Z" fill="{}"/>)", place(head.tip), place(head.left),
                       place(head.right), path.stroke.hex());
    }
}

void write(std::string& svg, const DrawnText& text) {
    constexpr std::string_view kAnchors[] = {"start", "middle", "end"};
    // A third of the size below the middle is where a line of digits or small letters looks centred.
    fmt::format_to(Out(svg), R"(<text x="{}" y="{}" font-size="{}" fill="{}" text-anchor="{}"{}>{}</text>)",
                   number(text.place.x), number(text.place.y + text.pixelSize * 0.35), number(text.pixelSize),
                   text.color.hex(), kAnchors[static_cast<std::size_t>(text.anchor)],
                   text.weight == DrawnText::Weight::kStrong ? R"( font-weight="600")" : "",
                   escaped(text.text));
}

}  // namespace

ArrowHead arrowHead(const std::vector<Point>& path, double length) {
    const Point tip = path.back();
    Point from = path[path.size() - 2];
    if (from == tip) {
        from = path.front();
    }
    const double dx = tip.x - from.x;
    const double dy = tip.y - from.y;
    const double distance = std::max(std::hypot(dx, dy), 1e-9);
    const Point along{dx / distance * length, dy / distance * length};
    const Point base{tip.x - along.x, tip.y - along.y};
    constexpr double kHalfWidth = 0.42;
    return {tip,
            {base.x - along.y * kHalfWidth, base.y + along.x * kHalfWidth},
            {base.x + along.y * kHalfWidth, base.y - along.x * kHalfWidth}};
}

std::string toSvg(const Drawing& drawing) {
    const Rect& box = drawing.bounds;
    std::string svg = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    fmt::format_to(
        Out(svg),
        R"(<svg xmlns="http://www.w3.org/2000/svg" width="{2}" height="{3}" viewBox="{0} {1} {2} {3}" )"
        R"(font-family="'Inter','Noto Sans','Segoe UI','Helvetica Neue','DejaVu Sans',sans-serif">)"
        "\n",
        number(box.x), number(box.y), number(box.width), number(box.height));
    if (!drawing.title.empty()) {
        fmt::format_to(Out(svg), "<title>{}</title>\n", escaped(drawing.title));
    }
    write(svg, DrawnBox{.rect = box, .fill = drawing.background});
    svg += '\n';
    for (const DrawnGroup& group : drawing.groups) {
        svg += group.id.empty() ? std::string("<g>") : fmt::format("<g id=\"{}\">", escaped(group.id));
        if (!group.tooltip.empty()) {
            fmt::format_to(Out(svg), "<title>{}</title>", escaped(group.tooltip));
        }
        for (const DrawnShape& shape : group.shapes) {
            std::visit([&](const auto& value) { write(svg, value); }, shape);
        }
        svg += "</g>\n";
    }
    return svg + "</svg>\n";
}

}  // namespace loomscope
