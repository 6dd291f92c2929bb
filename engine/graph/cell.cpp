// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/cell.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace loomscope {

namespace {

/// What the integer payload of a node must be below.
std::int64_t payloadLimit(const Graph& graph, NodeId id) {
    const OpInfo& info = opInfo(graph.node(id).op);
    if (info.payloadLimit == nullptr) {
        return std::numeric_limits<std::int32_t>::max();
    }
    std::vector<Shape> shapes;
    for (const ValueId argument : graph.arguments(id)) {
        shapes.push_back(graph.value(argument).shape);
    }
    return info.payloadLimit(shapes, graph.node(id).attributes);
}

}  // namespace

Cell::Cell(std::string name, Graph body, std::vector<ValueId> outputs)
    : name_(std::move(name)), body_(std::move(body)), outputs_(std::move(outputs)) {
    for (const ValueId output : outputs_) {
        outputShapes_.push_back(body_.value(output).shape);
    }
    for (std::size_t i = 0; i < body_.numNodes(); ++i) {
        if (body_.node(NodeId(i)).numPayloads > 0) {
            payloadNodes_.emplace_back(i);
            payloadLimits_.push_back(payloadLimit(body_, NodeId(i)));
        }
    }
    signature_ = body_.signatures()->intern({.cell = this, .shapes = outputShapes_});
}

Result<std::shared_ptr<const Cell>> Cell::make(std::string name, Graph body, std::vector<ValueId> outputs) {
    for (std::size_t i = 0; i < body.numNodes(); ++i) {
        const bool isInput =
            body.cell(NodeId(i)) == nullptr && opInfo(body.node(NodeId(i)).op).payload == Payload::kFloats;
        if (body.cell(NodeId(i)) != nullptr || isInput) {
            return fail(ErrorCode::kInvalid,
                        fmt::format("cell '{}': its body can't contain '{}'; pass the value as an argument",
                                    name, body.name(NodeId(i))));
        }
    }
    for (const ValueId output : outputs) {
        if (output.index() >= body.numValues() || !body.value(output).producer.isValid()) {
            return fail(ErrorCode::kInvalid,
                        fmt::format("cell '{}': each output must be made by a node of its body", name));
        }
        if (std::count(outputs.begin(), outputs.end(), output) > 1) {
            return fail(ErrorCode::kInvalid, fmt::format("cell '{}': an output is listed twice", name));
        }
    }
    return std::shared_ptr<const Cell>(new Cell(std::move(name), std::move(body), std::move(outputs)));
}

bool Cell::hasProduct() const {
    return std::any_of(body_.nodes().begin(), body_.nodes().end(),
                       [](const Node& node) { return isProduct(node.op); });
}

std::vector<Shape> Cell::formalShapes() const {
    std::vector<Shape> shapes;
    for (const ValueId formal : body_.formals()) {
        shapes.push_back(body_.value(formal).shape);
    }
    return shapes;
}

std::string Cell::formalsText() const {
    std::string text;
    for (const Shape& shape : formalShapes()) {
        text += (text.empty() ? "" : ", ") + shape.text();
    }
    return text;
}

}  // namespace loomscope
