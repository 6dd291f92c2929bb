// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/graph_text.h"

#include "engine/graph/cell.h"

#include <fmt/format.h>

#include <algorithm>

namespace loomscope {

namespace {

std::string argumentText(const Graph& graph, ValueId id) {
    const Value& value = graph.value(id);
    if (value.parameter.isValid()) {
        return fmt::format("W{}", value.parameter.index());
    }
    if (!value.producer.isValid()) {
        const auto formals = graph.formals();
        return fmt::format("x{}", std::find(formals.begin(), formals.end(), id) - formals.begin());
    }
    const Node& node = graph.node(value.producer);
    if (node.numOutputs == 1) {
        return fmt::format("{}", value.producer.index());
    }
    return fmt::format("{}.{}", value.producer.index(), id.index() - node.firstOutput.index());
}

std::string attributesText(const Attributes& attributes) {
    if (attributes == Attributes{}) {
        return "";
    }
    const bool isLong = attributes.third != 0 || attributes.fourth != 0;
    return fmt::format(" {{{:g}, {}, {}{}}}", attributes.real, attributes.first, attributes.second,
                       isLong ? fmt::format(", {}, {}", attributes.third, attributes.fourth) : "");
}

}  // namespace

std::string toText(const Graph& graph, NodeId id) {
    std::string arguments;
    for (const ValueId argument : graph.arguments(id)) {
        arguments += (arguments.empty() ? "" : ", ") + argumentText(graph, argument);
    }
    std::string shapes;
    const Node& node = graph.node(id);
    for (int i = 0; i < node.numOutputs; ++i) {
        shapes += " " + graph.value(graph.output(id, i)).shape.text();
    }
    return fmt::format("{}: {}({}){}{}", id.index(), graph.name(id), arguments, shapes,
                       attributesText(node.attributes));
}

std::string toText(const Graph& graph) {
    std::string text;
    for (std::size_t i = 0; i < graph.numNodes(); ++i) {
        text += toText(graph, NodeId(i)) + "\n";
    }
    return text;
}

std::string toText(const Origin& origin) {
    if (origin.example < 0) {
        return "";
    }
    return fmt::format(" (example {}{})", origin.example,
                       origin.part < 0 ? "" : fmt::format(", part {}", origin.part));
}

std::string toText(const SignatureTable& table, SignatureId signature) {
    const SignatureKey& key = table.key(signature);
    std::string text(key.cell != nullptr ? std::string_view(key.cell->name()) : opInfo(key.op).name);
    for (const Shape& shape : key.shapes) {
        text += " " + shape.text();
    }
    for (const ParameterId parameter : key.parameters) {
        text += fmt::format(" W{}", parameter.index());
    }
    return text + attributesText(key.attributes);
}

}  // namespace loomscope
