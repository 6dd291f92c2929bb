// SPDX-License-Identifier: GPL-3.0-or-later
#include "viz/core/tidy_tree.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>

namespace loomscope {
namespace {

/// Left and right outline of a subtree, the deepest level first, so that a new root is appended. Stored
/// numbers plus `shift` are distances from the subtree's root.
struct Outline {
    std::vector<double> left;
    std::vector<double> right;
    double shift = 0.0;

    [[nodiscard]] std::size_t height() const { return left.size(); }
    /// `level` counts from the top.
    [[nodiscard]] double leftAt(std::size_t level) const { return left[left.size() - 1 - level] + shift; }
    [[nodiscard]] double rightAt(std::size_t level) const { return right[right.size() - 1 - level] + shift; }
};

/// How far `next` must stand to the right of `done`'s origin.
double separation(const Outline& done, const Outline& next) {
    double distance = std::numeric_limits<double>::lowest();
    for (std::size_t level = 0; level < std::min(done.height(), next.height()); ++level) {
        distance = std::max(distance, done.rightAt(level) - next.leftAt(level) + kNodeGap);
    }
    return distance;
}

/// Joins `next`, standing to the right of `done`. Costs the height of the lower one.
Outline joined(Outline done, Outline next) {
    if (done.height() >= next.height()) {
        for (std::size_t level = 0; level < next.height(); ++level) {
            done.right[done.height() - 1 - level] = next.rightAt(level) - done.shift;
        }
        return done;
    }
    for (std::size_t level = 0; level < done.height(); ++level) {
        next.left[next.height() - 1 - level] = done.leftAt(level) - next.shift;
    }
    return next;
}

}  // namespace

bool isTree(const LayoutPart& part) {
    std::vector<bool> hasUser(part.sizes.size(), false);
    for (const PictureEdge& edge : part.edges) {
        if (hasUser[static_cast<std::size_t>(edge.from)]) {
            return false;
        }
        hasUser[static_cast<std::size_t>(edge.from)] = true;
    }
    return part.edges.size() + 1 == part.sizes.size();
}

Placement tidyTree(const LayoutPart& part) {
    const std::size_t numNodes = part.sizes.size();
    std::vector<std::int32_t> parent(numNodes, -1);
    std::vector<std::vector<std::size_t>> children(numNodes);
    for (const PictureEdge& edge : part.edges) {
        parent[static_cast<std::size_t>(edge.from)] = edge.to;
        children[static_cast<std::size_t>(edge.to)].push_back(static_cast<std::size_t>(edge.from));
    }

    std::vector<Outline> outlines(numNodes);
    std::vector<double> toParent(numNodes, 0.0);
    for (std::size_t node = 0; node < numNodes; ++node) {
        Outline outline;
        std::sort(children[node].begin(), children[node].end());
        for (std::size_t i = 0; i < children[node].size(); ++i) {
            const std::size_t child = children[node][i];
            Outline next = std::exchange(outlines[child], {});
            if (i > 0) {
                toParent[child] = separation(outline, next);
                next.shift += toParent[child];
            }
            outline = i == 0 ? std::move(next) : joined(std::move(outline), std::move(next));
        }
        if (!children[node].empty()) {
            const double center = toParent[children[node].back()] / 2;
            outline.shift -= center;
            for (const std::size_t child : children[node]) {
                toParent[child] -= center;
            }
        }
        outline.left.push_back(-part.sizes[node].width / 2 - outline.shift);
        outline.right.push_back(part.sizes[node].width / 2 - outline.shift);
        outlines[node] = std::move(outline);
    }

    Placement placement;
    placement.x.assign(numNodes, 0.0);
    placement.rank.assign(numNodes, 0);
    placement.bends.resize(part.edges.size());
    const auto height = static_cast<std::int32_t>(outlines.back().height());
    placement.rank.back() = height - 1;
    for (std::size_t node = numNodes - 1; node-- > 0;) {
        const auto above = static_cast<std::size_t>(parent[node]);
        placement.x[node] = placement.x[above] + toParent[node];
        placement.rank[node] = placement.rank[above] - 1;
    }
    return placement;
}

}  // namespace loomscope
