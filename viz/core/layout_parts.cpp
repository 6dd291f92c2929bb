// SPDX-License-Identifier: GPL-3.0-or-later
#include "viz/core/layout_parts.h"

#include "engine/base/check.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

namespace loomscope {
namespace {

constexpr double kPartGap = 36.0;
constexpr double kShape = 1.6;  // width to height of a picture of many parts

std::vector<std::size_t> findPartOfNodes(std::size_t numNodes, std::span<const PictureEdge> edges) {
    std::vector<std::size_t> leader(numNodes);
    std::iota(leader.begin(), leader.end(), 0U);
    const auto find = [&](std::size_t node) {
        while (leader[node] != node) {
            leader[node] = leader[leader[node]];
            node = leader[node];
        }
        return node;
    };
    for (const PictureEdge& edge : edges) {
        const std::size_t one = find(static_cast<std::size_t>(edge.from));
        const std::size_t other = find(static_cast<std::size_t>(edge.to));
        leader[std::max(one, other)] = std::min(one, other);
    }
    for (std::size_t node = 0; node < numNodes; ++node) {
        leader[node] = find(node);
    }
    return leader;
}

/// Places the layouts of parts on shelves from left to right.
class Shelves {
public:
    explicit Shelves(const std::vector<GraphLayout>& layouts) {
        double area = 0.0;
        for (const GraphLayout& layout : layouts) {
            area += (layout.bounds.width + kPartGap) * (layout.bounds.height + kPartGap);
            width_ = std::max(width_, layout.bounds.width);
        }
        width_ = std::max(width_, std::sqrt(area * kShape));
    }

    Point add(const Rect& bounds) {
        if (x_ > 0.0 && x_ + bounds.width > width_) {
            y_ += shelfHeight_ + kPartGap;
            x_ = shelfHeight_ = 0.0;
        }
        const Point place{x_, y_};
        x_ += bounds.width + kPartGap;
        shelfHeight_ = std::max(shelfHeight_, bounds.height);
        right_ = std::max(right_, place.x + bounds.width);
        return place;
    }
    [[nodiscard]] Rect bounds() const { return {0.0, 0.0, right_, y_ + shelfHeight_}; }

private:
    double width_ = 0.0;
    double x_ = 0.0;
    double y_ = 0.0;
    double shelfHeight_ = 0.0;
    double right_ = 0.0;
};

}  // namespace

LayoutParts splitIntoParts(std::span<const Size> sizes, std::span<const PictureEdge> edges) {
    const std::vector<std::size_t> leader = findPartOfNodes(sizes.size(), edges);
    std::vector<std::size_t> partOfLeader(sizes.size(), 0);
    std::vector<std::int32_t> localId(sizes.size(), 0);
    LayoutParts split;
    for (std::size_t node = 0; node < sizes.size(); ++node) {
        if (leader[node] == node) {
            partOfLeader[node] = split.parts.size();
            split.parts.emplace_back();
            split.nodes.emplace_back();
            split.edges.emplace_back();
        }
        const std::size_t part = partOfLeader[leader[node]];
        localId[node] = static_cast<std::int32_t>(split.nodes[part].size());
        split.nodes[part].push_back(node);
        split.parts[part].sizes.push_back(sizes[node]);
    }
    for (std::size_t e = 0; e < edges.size(); ++e) {
        LOOM_CHECK(edges[e].from < edges[e].to, "edges of a picture must go from smaller to larger ids");
        const auto from = static_cast<std::size_t>(edges[e].from);
        const std::size_t part = partOfLeader[leader[from]];
        split.edges[part].push_back(e);
        split.parts[part].edges.push_back({localId[from], localId[static_cast<std::size_t>(edges[e].to)], 1});
    }
    return split;
}

GraphLayout joinParts(const LayoutParts& split, std::vector<GraphLayout> layouts) {
    GraphLayout whole;
    std::size_t numNodes = 0;
    std::size_t numEdges = 0;
    for (std::size_t part = 0; part < layouts.size(); ++part) {
        numNodes += split.nodes[part].size();
        numEdges += split.edges[part].size();
    }
    whole.nodes.resize(numNodes);
    whole.edges.resize(numEdges);
    Shelves shelves(layouts);
    for (std::size_t part = 0; part < layouts.size(); ++part) {
        const Point place = shelves.add(layouts[part].bounds);
        for (std::size_t i = 0; i < split.nodes[part].size(); ++i) {
            const Rect& rect = layouts[part].nodes[i];
            whole.nodes[split.nodes[part][i]] = {rect.x + place.x, rect.y + place.y, rect.width, rect.height};
        }
        for (std::size_t i = 0; i < split.edges[part].size(); ++i) {
            EdgePath& path = whole.edges[split.edges[part][i]];
            path = std::move(layouts[part].edges[i]);
            for (Point& point : path) {
                point = {point.x + place.x, point.y + place.y};
            }
        }
    }
    whole.bounds = shelves.bounds();
    return whole;
}

}  // namespace loomscope
