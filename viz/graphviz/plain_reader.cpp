// SPDX-License-Identifier: GPL-3.0-or-later
#include "viz/graphviz/plain_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace loomscope {
namespace {

constexpr double kPixelsPerInch = 72.0;

/// Cuts words off a line.
class Words {
public:
    explicit Words(std::string_view line) : rest_(line) {}

    std::string_view next() {
        rest_.remove_prefix(std::min(rest_.find_first_not_of(' '), rest_.size()));
        const std::string_view word = rest_.substr(0, rest_.find(' '));
        rest_.remove_prefix(word.size());
        return word;
    }

    template <class Number>
    std::optional<Number> number() {
        const std::string_view word = next();
        Number value{};
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
        if (error != std::errc() || end != word.data() + word.size()) {
            return std::nullopt;
        }
        if constexpr (std::is_floating_point_v<Number>) {
            if (!std::isfinite(value) || std::abs(value) > 1e7) {
                return std::nullopt;
            }
        }
        return value;
    }

private:
    std::string_view rest_;
};

/// Fills the layout of one part, line by line. Functions return what is wrong, or an empty text.
class PartReader {
public:
    explicit PartReader(const LayoutPart& part) : part_(part), isPlaced_(part.sizes.size(), false) {
        layout_.nodes.resize(part.sizes.size());
        layout_.edges.resize(part.edges.size());
        for (std::size_t e = 0; e < part.edges.size(); ++e) {
            order_.push_back(e);
        }
        std::sort(order_.begin(), order_.end(),
                  [&](std::size_t a, std::size_t b) { return keyOf(a) < keyOf(b); });
    }

    std::string_view readGraph(Words& words) {
        const auto scale = words.number<double>();
        const auto width = words.number<double>();
        const auto height = words.number<double>();
        if (!scale || !width || !height) {
            return "the graph's size is not three numbers";
        }
        height_ = *height;
        hasGraph_ = true;
        return {};
    }

    std::string_view readNode(Words& words) {
        const auto id = words.number<std::size_t>();
        if (!hasGraph_ || !id || *id >= part_.sizes.size()) {
            return "no such node";
        }
        const auto center = readPoint(words);
        if (!center) {
            return "a node's place is not two numbers";
        }
        const Size size = part_.sizes[*id];
        layout_.nodes[*id] = {center->x - size.width / 2, center->y - size.height / 2, size.width,
                              size.height};
        isPlaced_[*id] = true;
        return {};
    }

    std::string_view readEdge(Words& words) {
        const auto from = words.number<std::int32_t>();
        const auto to = words.number<std::int32_t>();
        const auto count = words.number<std::size_t>();
        if (!hasGraph_ || !from || !to || !count || *count < 4 || *count > kMostPoints || *count % 3 != 1) {
            return "an edge is not two nodes and a path";
        }
        const std::pair key(*from, *to);
        const auto found = std::lower_bound(order_.begin(), order_.end(), key,
                                            [&](std::size_t edge, const auto& k) { return keyOf(edge) < k; });
        if (found == order_.end() || keyOf(*found) != key) {
            return "no such edge";
        }
        EdgePath path;
        for (std::size_t i = 0; i < *count; ++i) {
            const auto point = readPoint(words);
            if (!point) {
                return "a point of an edge is not two numbers";
            }
            path.push_back(*point);
        }
        layout_.edges[*found] = std::move(path);
        return {};
    }

    [[nodiscard]] bool isComplete() const {
        return hasGraph_ && std::find(isPlaced_.begin(), isPlaced_.end(), false) == isPlaced_.end();
    }

    /// The layout, moved so that its bounds start at the origin.
    GraphLayout take() {
        constexpr double kFar = std::numeric_limits<double>::max();
        Point low{kFar, kFar};
        Point high{-kFar, -kFar};
        const auto cover = [&](Point p) {
            low = {std::min(low.x, p.x), std::min(low.y, p.y)};
            high = {std::max(high.x, p.x), std::max(high.y, p.y)};
        };
        for (const Rect& rect : layout_.nodes) {
            cover({rect.x, rect.y});
            cover({rect.right(), rect.bottom()});
        }
        for (const EdgePath& path : layout_.edges) {
            std::for_each(path.begin(), path.end(), cover);
        }
        for (Rect& rect : layout_.nodes) {
            rect = {rect.x - low.x, rect.y - low.y, rect.width, rect.height};
        }
        for (EdgePath& path : layout_.edges) {
            for (Point& point : path) {
                point = {point.x - low.x, point.y - low.y};
            }
        }
        layout_.bounds = {0.0, 0.0, high.x - low.x, high.y - low.y};
        return std::move(layout_);
    }

private:
    static constexpr std::size_t kMostPoints = 100000;

    [[nodiscard]] std::pair<std::int32_t, std::int32_t> keyOf(std::size_t edge) const {
        return {part_.edges[edge].from, part_.edges[edge].to};
    }

    [[nodiscard]] std::optional<Point> readPoint(Words& words) const {
        const auto x = words.number<double>();
        const auto y = words.number<double>();
        if (!x || !y) {
            return std::nullopt;
        }
        return Point{*x * kPixelsPerInch, (height_ - *y) * kPixelsPerInch};
    }

    const LayoutPart& part_;
    GraphLayout layout_;
    std::vector<std::size_t> order_;  // edges by (from, to)
    std::vector<bool> isPlaced_;
    double height_ = 0.0;
    bool hasGraph_ = false;
};

}  // namespace

Result<std::vector<GraphLayout>> readPlain(std::string_view text, const LayoutParts& split) {
    std::vector<GraphLayout> layouts;
    std::optional<PartReader> reader;
    for (int lineNumber = 1; layouts.size() < split.parts.size(); ++lineNumber) {
        if (text.empty()) {
            return fail(ErrorCode::kParse, fmt::format("the answer ends early: {} of {} graphs are complete",
                                                       layouts.size(), split.parts.size()));
        }
        Words words(text.substr(0, text.find('\n')));
        text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
        if (!reader) {
            reader.emplace(split.parts[layouts.size()]);
        }
        const std::string_view kind = words.next();
        std::string_view problem;
        if (kind == "graph") {
            problem = reader->readGraph(words);
        } else if (kind == "node") {
            problem = reader->readNode(words);
        } else if (kind == "edge") {
            problem = reader->readEdge(words);
        } else if (kind == "stop" && reader->isComplete()) {
            layouts.push_back(reader->take());
            reader.reset();
        } else {
            problem = kind == "stop" ? "nodes are missing" : "the line is neither graph, node, edge nor stop";
        }
        if (!problem.empty()) {
            return fail(ErrorCode::kParse, fmt::format("line {}: {}", lineNumber, problem));
        }
    }
    return layouts;
}

}  // namespace loomscope
