// SPDX-License-Identifier: GPL-3.0-or-later
#include "viz/core/picture_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace loomscope {
namespace {

std::string shapesText(const Graph& graph, NodeId node) {
    const Node& record = graph.node(node);
    std::string text;
    for (std::uint16_t i = 0; i < record.numOutputs; ++i) {
        text += (i == 0 ? "" : " ") + graph.value(graph.output(node, i)).shape.text();
    }
    return text;
}

/// Builds one PictureGraph; the map from values to boxes lives as long as the building.
class PictureBuilder {
public:
    PictureBuilder(const Graph& graph, const PictureOptions& options)
        : graph_(graph), options_(options), boxOfValue_(graph.numValues(), -1) {}

    PictureGraph build() {
        addFormals();
        if (options_.parameters == ParameterBoxes::kShown) {
            addParameters();
        }
        for (std::size_t i = 0; i < graph_.numNodes(); ++i) {
            addNode(NodeId(i));
        }
        std::sort(picture_.edges.begin(), picture_.edges.end(),
                  [](const PictureEdge& a, const PictureEdge& b) {
                      return std::pair(a.from, a.to) < std::pair(b.from, b.to);
                  });
        addLegend();
        return std::move(picture_);
    }

private:
    std::string parameterName(ParameterId id) const {
        return options_.parameterName ? options_.parameterName(id) : fmt::format("parameter {}", id.index());
    }

    std::int32_t addBox(PictureNode box) {
        picture_.nodes.push_back(std::move(box));
        return static_cast<std::int32_t>(picture_.nodes.size()) - 1;
    }

    void addFormals() {
        int number = 0;
        for (const ValueId value : graph_.formals()) {
            const std::string shape = graph_.value(value).shape.text();
            const std::string label = fmt::format("argument {}", ++number);
            boxOfValue_[value.index()] =
                addBox({.kind = PictureNode::Kind::kFormal,
                        .label = label,
                        .caption = shape,
                        .detail = fmt::format("{} of the cell\nshape {}", label, shape)});
        }
    }

    void addParameters() {
        for (std::size_t i = 0; i < graph_.numValues(); ++i) {
            const Value& value = graph_.value(ValueId(i));
            if (value.parameter.isValid()) {
                const std::string name = parameterName(value.parameter);
                boxOfValue_[i] =
                    addBox({.kind = PictureNode::Kind::kParameter,
                            .label = name,
                            .caption = value.shape.text(),
                            .detail = fmt::format("parameter {}\nshape {}", name, value.shape.text())});
            }
        }
    }

    void addNode(NodeId id) {
        const Node& record = graph_.node(id);
        const std::string origin = options_.originText ? options_.originText(record.origin) : std::string();
        const OpCategory category = categoryOf(graph_, id);
        PictureNode box{.source = id,
                        .label = std::string(graph_.name(id)),
                        .caption = shapesText(graph_, id),
                        .detail = detailText(id, origin),
                        .category = category,
                        .colorSlot = colorSlot(graph_, id),
                        .depth = record.depth,
                        .origin = record.origin};
        if (!origin.empty()) {
            box.caption = fmt::format("{}  {}", origin, box.caption);
        }
        const std::int32_t to = addBox(std::move(box));
        for (std::uint16_t i = 0; i < record.numOutputs; ++i) {
            boxOfValue_[graph_.output(id, i).index()] = to;
        }
        addEdges(graph_.arguments(id), to);
    }

    void addEdges(std::span<const ValueId> arguments, std::int32_t to) {
        sources_.clear();
        for (const ValueId argument : arguments) {
            if (const std::int32_t from = boxOfValue_[argument.index()]; from >= 0) {
                sources_.push_back(from);
            }
        }
        std::sort(sources_.begin(), sources_.end());
        for (std::size_t i = 0; i < sources_.size(); ++i) {
            if (i > 0 && sources_[i] == sources_[i - 1]) {
                ++picture_.edges.back().count;
            } else {
                picture_.edges.push_back({.from = sources_[i], .to = to});
            }
        }
    }

    std::string detailText(NodeId id, const std::string& origin) const {
        const Node& record = graph_.node(id);
        std::string text = fmt::format("{} · node {} · depth {}", graph_.name(id), id.index(), record.depth);
        if (!origin.empty()) {
            text += fmt::format("\nfor {}", origin);
        } else if (record.origin.example >= 0) {
            text += fmt::format("\nexample {}", record.origin.example);
            text += record.origin.part >= 0 ? fmt::format(", part {}", record.origin.part) : std::string();
        }
        std::string rows;
        std::string parameters;
        for (const ValueId argument : graph_.arguments(id)) {
            const Value& value = graph_.value(argument);
            if (value.parameter.isValid()) {
                parameters += fmt::format("\n  {} {}", parameterName(value.parameter), value.shape.text());
            } else if (rows.size() < kLongestDetail) {
                rows += " " + value.shape.text();
            }
        }
        text += rows.empty() ? std::string() : fmt::format("\narguments{}", rows);
        text += fmt::format("\nresult {}", shapesText(graph_, id));
        text += parameters.empty() ? std::string() : fmt::format("\nshared parameters{}", parameters);
        return text;
    }

    void addLegend() {
        std::map<std::pair<int, std::string>, std::int64_t> counts;
        for (const PictureNode& node : picture_.nodes) {
            const std::string text = node.kind != PictureNode::Kind::kNode
                                         ? std::string("Argument or parameter")
                                     : node.category == OpCategory::kCell ? node.label
                                                                          : std::string(title(node.category));
            ++counts[{node.colorSlot, text}];
        }
        for (const auto& [key, count] : counts) {
            picture_.legend.push_back({.text = key.second, .colorSlot = key.first, .count = count});
        }
    }

    static constexpr std::size_t kLongestDetail = 160;

    const Graph& graph_;
    const PictureOptions& options_;
    std::vector<std::int32_t> boxOfValue_;
    std::vector<std::int32_t> sources_;
    PictureGraph picture_;
};

}  // namespace

PictureGraph pictureGraph(const Graph& graph, const PictureOptions& options) {
    return PictureBuilder(graph, options).build();
}

}  // namespace loomscope
