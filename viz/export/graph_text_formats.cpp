// SPDX-License-Identifier: GPL-3.0-or-later
#include "viz/export/graph_text_formats.h"

#include "viz/core/palette.h"
#include "viz/core/schedule_chart.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

namespace loomscope {
namespace {

using Json = nlohmann::ordered_json;

/// Text for between the quotes of a DOT string.
std::string dotText(std::string_view text) {
    std::string safe;
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            safe += '\\';
        }
        safe += c;
    }
    return safe;
}

/// A CSV field after RFC 4180.
std::string field(std::string_view text) {
    if (text.find_first_of("\",\n\r") == std::string_view::npos) {
        return std::string(text);
    }
    std::string safe = "\"";
    for (const char c : text) {
        safe += c;
        if (c == '"') {
            safe += '"';
        }
    }
    return safe + '"';
}

Json shapeJson(const Shape& shape) {
    Json extents = Json::array();
    for (int axis = 0; axis < shape.rank(); ++axis) {
        extents.push_back(shape[axis]);
    }
    return extents;
}

std::string parameterName(ParameterId id, const PictureOptions& options) {
    return options.parameterName ? options.parameterName(id) : fmt::format("parameter {}", id.index());
}

Json nodeJson(const Graph& graph, NodeId id, const PictureOptions& options) {
    const Node& record = graph.node(id);
    Json node{{"id", id.index()},      {"name", graph.name(id)},  {"cell", record.cell >= 0},
              {"depth", record.depth}, {"shapes", Json::array()}, {"parameters", Json::array()}};
    for (int i = 0; i < record.numOutputs; ++i) {
        node["shapes"].push_back(shapeJson(graph.value(graph.output(id, i)).shape));
    }
    for (const ValueId argument : graph.arguments(id)) {
        if (const ParameterId parameter = graph.value(argument).parameter; parameter.isValid()) {
            node["parameters"].push_back(parameterName(parameter, options));
        }
    }
    node["example"] = record.origin.example >= 0 ? Json(record.origin.example) : Json();
    node["part"] = record.origin.part >= 0 ? Json(record.origin.part) : Json();
    return node;
}

std::vector<std::uint32_t> indices(std::span<const NodeId> nodes) {
    std::vector<std::uint32_t> numbers;
    for (const NodeId node : nodes) {
        numbers.push_back(node.index());
    }
    return numbers;
}

}  // namespace

std::string graphDot(const PictureGraph& graph, LayoutDirection direction) {
    constexpr std::string_view kDirections[] = {"BT", "TB", "LR"};
    std::string text = fmt::format("digraph graph_of_{}_nodes {{\n  rankdir={};\n", graph.nodes.size(),
                                   kDirections[static_cast<std::size_t>(direction)]);
    text += "  node [shape=box style=\"rounded,filled\" fontname=\"Helvetica\" fontsize=11];\n";
    text += "  edge [color=\"#8b96a5\" arrowsize=0.7];\n";
    auto out = std::back_inserter(text);
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        const PictureNode& node = graph.nodes[i];
        const SwatchColors colors = swatch(node.colorSlot, ThemeMode::kLight);
        std::string label = dotText(node.label);
        if (!node.caption.empty()) {
            label += "\\n" + dotText(node.caption);
        }
        fmt::format_to(out, "  n{} [label=\"{}\" fillcolor=\"{}\" color=\"{}\"];\n", i, label,
                       colors.fill.hex(), colors.border.hex());
    }
    for (const PictureEdge& edge : graph.edges) {
        fmt::format_to(out, "  n{} -> n{}{};\n", edge.from, edge.to,
                       edge.count > 1 ? fmt::format(" [label=\"×{}\"]", edge.count) : std::string());
    }
    return text + "}\n";
}

std::string graphJson(const Graph& graph, const PictureOptions& options) {
    Json nodes = Json::array();
    Json edges = Json::array();
    for (std::size_t i = 0; i < graph.numNodes(); ++i) {
        const NodeId id(i);
        nodes.push_back(nodeJson(graph, id, options));
        for (const ValueId argument : graph.arguments(id)) {
            if (const NodeId producer = graph.value(argument).producer; producer.isValid()) {
                edges.push_back({producer.index(), id.index()});
            }
        }
    }
    return Json{{"nodes", std::move(nodes)}, {"edges", std::move(edges)}}.dump(1) + "\n";
}

std::string scheduleJson(const Graph& graph, const Schedule& schedule) {
    const ScheduleChart chart = scheduleChart(graph, schedule, ScheduleColumns::kPosition);
    const ScheduleStatistics figures = statistics(schedule);
    Json batches = Json::array();
    for (std::size_t b = 0; b < schedule.batches.size(); ++b) {
        const auto nodes = schedule.nodesOf(schedule.batches[b]);
        const ScheduleBatchInfo& info = chart.batches[b];
        batches.push_back({{"batch", b},
                           {"name", graph.name(nodes.front())},
                           {"signature", info.signature},
                           {"size", info.size},
                           {"min_depth", info.minDepth},
                           {"max_depth", info.maxDepth},
                           {"nodes", indices(nodes)}});
    }
    Json passThrough = Json::array();
    for (const PassThrough& row : schedule.passThrough) {
        passThrough.push_back({{"depth", row.depth}, {"value", row.value.index()}});
    }
    return Json{{"nodes", figures.nodes},
                {"batches", figures.batches},
                {"rows", figures.rows},
                {"pass_through_rows", figures.passThroughRows},
                {"largest_batch", figures.largestBatch},
                {"mean_batch", figures.meanBatch},
                {"lower_bound", lowerBound(graph)},
                {"longest_path", longestPath(graph)},
                {"schedule", std::move(batches)},
                {"pass_through", std::move(passThrough)}}
               .dump(1) +
           "\n";
}

std::string scheduleCsv(const Graph& graph, const Schedule& schedule) {
    const ScheduleChart chart = scheduleChart(graph, schedule, ScheduleColumns::kPosition);
    std::string text = "batch,name,size,min_depth,max_depth,signature,nodes\n";
    for (std::size_t b = 0; b < schedule.batches.size(); ++b) {
        const auto nodes = schedule.nodesOf(schedule.batches[b]);
        const ScheduleBatchInfo& info = chart.batches[b];
        std::string members;
        for (const NodeId node : nodes) {
            if (!members.empty()) {
                members += ' ';
            }
            members += std::to_string(node.index());
        }
        text += fmt::format("{},{},{},{},{},{},{}\n", b, field(graph.name(nodes.front())), info.size,
                            info.minDepth, info.maxDepth, field(info.signature), members);
    }
    return text;
}

}  // namespace loomscope
