// SPDX-License-Identifier: GPL-3.0-or-later
#include "viz/core/placement.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>

namespace loomscope {
namespace {

/// Tops and heights of ranks.
struct RankBands {
    std::vector<double> top;
    std::vector<double> height;
    double total = 0.0;

    [[nodiscard]] double center(std::int32_t rank) const {
        return top[static_cast<std::size_t>(rank)] + height[static_cast<std::size_t>(rank)] / 2;
    }
};

RankBands rankBands(const LayoutPart& part, const Placement& placement) {
    const std::int32_t numRanks = *std::max_element(placement.rank.begin(), placement.rank.end()) + 1;
    RankBands bands;
    bands.height.assign(static_cast<std::size_t>(numRanks), 0.0);
    for (std::size_t i = 0; i < part.sizes.size(); ++i) {
        double& height = bands.height[static_cast<std::size_t>(placement.rank[i])];
        height = std::max(height, part.sizes[i].height);
    }
    double y = 0.0;
    for (const double height : bands.height) {
        bands.top.push_back(y);
        y += height + kRankGap;
    }
    bands.total = y - kRankGap;
    return bands;
}

/// Where each edge leaves and enters its boxes: spread over the middle of the side, in the order of where
/// they go.
class Ports {
public:
    Ports(const LayoutPart& part, const Placement& placement) : part_(part), placement_(placement) {
        leaving_ = spread(&PictureEdge::from, &PictureEdge::to, true);
        entering_ = spread(&PictureEdge::to, &PictureEdge::from, false);
    }
    [[nodiscard]] double leaving(std::size_t edge) const { return leaving_[edge]; }
    [[nodiscard]] double entering(std::size_t edge) const { return entering_[edge]; }

private:
    std::vector<double> spread(std::int32_t PictureEdge::*here, std::int32_t PictureEdge::*there,
                               bool isStart) const {
        std::vector<std::pair<std::int32_t, double>> keys;
        std::vector<std::size_t> order(part_.edges.size());
        for (std::size_t e = 0; e < part_.edges.size(); ++e) {
            const auto& bends = placement_.bends[e];
            const double far = placement_.x[static_cast<std::size_t>(part_.edges[e].*there)];
            keys.emplace_back(part_.edges[e].*here,
                              bends.empty() ? far : (isStart ? bends.front() : bends.back()));
            order[e] = e;
        }
        std::sort(order.begin(), order.end(),
                  [&](std::size_t a, std::size_t b) { return keys[a] < keys[b]; });
        std::vector<double> ports(part_.edges.size());
        for (std::size_t first = 0; first < order.size();) {
            std::size_t last = first;
            const std::int32_t node = keys[order[first]].first;
            while (last < order.size() && keys[order[last]].first == node) {
                ++last;
            }
            const auto index = static_cast<std::size_t>(node);
            const double count = static_cast<double>(last - first);
            for (std::size_t i = first; i < last; ++i) {
                const double share = (static_cast<double>(i - first) + 1.0) / (count + 1.0) - 0.5;
                ports[order[i]] = placement_.x[index] + 0.7 * part_.sizes[index].width * share;
            }
            first = last;
        }
        return ports;
    }

    const LayoutPart& part_;
    const Placement& placement_;
    std::vector<double> leaving_;
    std::vector<double> entering_;
};

/// Adds a piece that starts and ends vertically.
void curveTo(EdgePath& path, Point end) {
    const Point start = path.back();
    const double bend = (end.y - start.y) * 0.45;
    path.push_back({start.x, start.y + bend});
    path.push_back({end.x, end.y - bend});
    path.push_back(end);
}

void moveToOrigin(GraphLayout& layout) {
    double left = std::numeric_limits<double>::max();
    double right = std::numeric_limits<double>::lowest();
    for (const Rect& rect : layout.nodes) {
        left = std::min(left, rect.x);
        right = std::max(right, rect.right());
    }
    for (const EdgePath& path : layout.edges) {
        for (const Point& point : path) {
            left = std::min(left, point.x);
            right = std::max(right, point.x);
        }
    }
    for (Rect& rect : layout.nodes) {
        rect.x -= left;
    }
    for (EdgePath& path : layout.edges) {
        for (Point& point : path) {
            point.x -= left;
        }
    }
    layout.bounds.width = right - left;
}

}  // namespace

GraphLayout routed(const LayoutPart& part, const Placement& placement) {
    const RankBands bands = rankBands(part, placement);
    GraphLayout layout;
    layout.bounds.height = bands.total;
    for (std::size_t i = 0; i < part.sizes.size(); ++i) {
        const Size size = part.sizes[i];
        layout.nodes.push_back({placement.x[i] - size.width / 2,
                                bands.center(placement.rank[i]) - size.height / 2, size.width, size.height});
    }
    const Ports ports(part, placement);
    for (std::size_t e = 0; e < part.edges.size(); ++e) {
        const auto from = static_cast<std::size_t>(part.edges[e].from);
        const auto to = static_cast<std::size_t>(part.edges[e].to);
        EdgePath path{{ports.leaving(e), layout.nodes[from].bottom()}};
        std::int32_t rank = placement.rank[from];
        for (const double x : placement.bends[e]) {
            const auto band = static_cast<std::size_t>(++rank);
            curveTo(path, {x, bands.top[band]});
            if (bands.height[band] > 0) {
                curveTo(path, {x, bands.top[band] + bands.height[band]});
            }
        }
        curveTo(path, {ports.entering(e), layout.nodes[to].y});
        layout.edges.push_back(std::move(path));
    }
    moveToOrigin(layout);
    return layout;
}

}  // namespace loomscope
