// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/graph.h"

#include "engine/base/check.h"
#include "engine/graph/cell.h"
#include "engine/graph/graph_text.h"
#include "engine/ops/movement.h"
#include "engine/ops/op_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace loomscope {

namespace {

std::string textOf(std::span<const Shape> shapes) {
    std::string text;
    for (const Shape& shape : shapes) {
        text += (text.empty() ? "" : ", ") + shape.text();
    }
    return text;
}

/// An error about a node that is being added: op, shapes, place in the graph, what it is for, reason.
tl::unexpected<Error> failAt(const Graph& graph, std::string_view name, std::span<const Shape> shapes,
                             Error error) {
    error.message = fmt::format("{}({}), node {} of the graph{}: {}", name, textOf(shapes), graph.numNodes(),
                                toText(graph.origin()), error.message);
    return fail(std::move(error));
}

Result<void> checkKinds(const OpInfo& info, std::span<const Value> arguments) {
    if (info.arity == Arity::kFixed && info.arguments.size() != arguments.size()) {
        return fail(ErrorCode::kInvalid,
                    fmt::format("takes {} arguments, got {}", info.arguments.size(), arguments.size()));
    }
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const bool wantsParameter =
            info.arity == Arity::kFixed && info.arguments[i] == ArgumentKind::kParameter;
        if (wantsParameter != arguments[i].parameter.isValid()) {
            return fail(ErrorCode::kInvalid, fmt::format("argument {} must {}be a parameter", i + 1,
                                                         wantsParameter ? "" : "not "));
        }
    }
    return {};
}

SignatureKey keyOf(OpId op, const OpInfo& info, const Attributes& attributes,
                   std::span<const Value> arguments, std::span<const Shape> outputs) {
    SignatureKey key{.op = op, .attributes = attributes};
    for (const Value& argument : arguments) {
        if (argument.parameter.isValid()) {
            key.parameters.push_back(argument.parameter);
        } else if (info.arity != Arity::kList) {
            key.shapes.push_back(argument.shape);
        }
    }
    key.shapes.insert(key.shapes.end(), outputs.begin(), outputs.end());
    return key;
}

}  // namespace

Graph::Graph(std::shared_ptr<SignatureTable> signatures) : signatures_(std::move(signatures)) {}

ValueId Graph::parameter(ParameterId parameter, Shape shape) {
    if (parameterValues_.size() <= parameter.index()) {
        parameterValues_.resize(parameter.index() + 1);
    }
    ValueId& value = parameterValues_[parameter.index()];
    if (!value.isValid()) {
        value = ValueId(values_.size());
        values_.push_back({.shape = shape, .parameter = parameter});
    }
    LOOM_CHECK(values_[value.index()].shape == shape, "a parameter has one shape");
    return value;
}

ValueId Graph::formal(Shape shape) {
    formals_.emplace_back(values_.size());
    values_.push_back({.shape = shape});
    return formals_.back();
}

const NodeKind* Graph::findKind(OpId op, std::span<const ValueId> arguments,
                                const Attributes& attributes) const {
    const bool isList = opInfo(op).arity == Arity::kList;
    const auto isLike = [this](const NodeKind& kind, std::size_t i, ValueId argument) {
        const Value& value = values_[argument.index()];
        return kind.parameters[i] == value.parameter && kind.shapes[i] == value.shape;
    };
    for (const NodeKind& kind : signatures_->kinds(op)) {
        if (!(kind.attributes == attributes)) {
            continue;
        }
        bool isSame =
            isList ? arguments.empty() == kind.shapes.empty() : arguments.size() == kind.shapes.size();
        for (std::size_t i = 0; isSame && i < arguments.size(); ++i) {
            isSame = isLike(kind, isList ? 0 : i, arguments[i]);
        }
        if (isSame) {
            return &kind;
        }
    }
    return nullptr;
}

/// Checks the arguments of the first node of a kind, and remembers what follows from them.
Result<const NodeKind*> Graph::makeKind(OpId op, std::span<const ValueId> arguments,
                                        const Attributes& attributes) const {
    const OpInfo& info = opInfo(op);
    std::vector<Value> values;
    NodeKind kind{.attributes = attributes};
    for (const ValueId argument : arguments) {
        values.push_back(value(argument));
        kind.shapes.push_back(values.back().shape);
        kind.parameters.push_back(values.back().parameter);
    }
    if (auto ok = checkKinds(info, values); !ok) {
        return failAt(*this, info.name, kind.shapes, std::move(ok).error());
    }
    if (!std::isfinite(attributes.real)) {
        return failAt(
            *this, info.name, kind.shapes,
            {.code = ErrorCode::kInvalid, .message = fmt::format("its constant is {}", attributes.real)});
    }
    auto outputs = info.inferShapes(kind.shapes, attributes);
    if (!outputs) {
        return failAt(*this, info.name, kind.shapes, std::move(outputs).error());
    }
    kind.outputs = std::move(*outputs);
    kind.signature = signatures_->intern(keyOf(op, info, attributes, values, kind.outputs));
    if (info.payloadLimit != nullptr) {
        kind.payloadLimit = info.payloadLimit(kind.shapes, attributes);
    }
    if (info.arity == Arity::kList && !arguments.empty()) {
        kind.shapes.resize(1);
        kind.parameters.resize(1);
    }
    return &signatures_->addKind(op, std::move(kind));
}

Result<NodeId> Graph::add(OpId op, std::span<const ValueId> arguments, Attributes attributes,
                          std::int32_t payload) {
    const NodeKind* kind = findKind(op, arguments, attributes);
    if (kind == nullptr) {
        LOOM_TRY(kind, makeKind(op, arguments, attributes));
    }
    Node node{.op = op, .signature = kind->signature, .attributes = attributes};
    if (opInfo(op).payload == Payload::kInteger) {
        if (kind->payloadLimit && (payload < 0 || payload >= *kind->payloadLimit)) {
            return failAt(*this, opInfo(op).name, kind->shapes,
                          {.code = ErrorCode::kInvalid,
                           .message = fmt::format("{} is outside 0 … {}", payload, *kind->payloadLimit - 1)});
        }
        node.firstPayload = static_cast<std::uint32_t>(integers_.size());
        node.numPayloads = 1;
        integers_.push_back(payload);
    }
    return addNode(node, arguments, kind->outputs);
}

NodeId Graph::addInput(Shape shape, std::span<const float> data) {
    LOOM_CHECK(static_cast<std::int64_t>(data.size()) == shape.size(),
               fmt::format("input of shape {} got {} numbers", shape.text(), data.size()));
    const Attributes attributes{.first = static_cast<std::int32_t>(shape.size())};
    Node node{.op = kOpId<Input>, .attributes = attributes};
    node.firstPayload = static_cast<std::uint32_t>(floats_.size());
    floats_.insert(floats_.end(), data.begin(), data.end());
    node.signature = signatures_->intern({.op = node.op, .attributes = attributes, .shapes = {shape}});
    return addNode(node, {}, std::span(&shape, 1));
}

Result<NodeId> Graph::call(const std::shared_ptr<const Cell>& cell, std::span<const ValueId> arguments,
                           std::span<const std::int32_t> payloads) {
    const Graph& body = cell->body();
    LOOM_CHECK(signatures_ == body.signatures(),
               fmt::format("cell '{}' belongs to another signature table", cell->name()));
    bool fits = arguments.size() == body.formals().size() && payloads.size() == cell->payloadNodes().size();
    for (std::size_t i = 0; fits && i < arguments.size(); ++i) {
        fits = value(arguments[i]).shape == body.value(body.formals()[i]).shape;
    }
    if (!fits) {
        std::vector<Shape> shapes;
        for (const ValueId argument : arguments) {
            shapes.push_back(value(argument).shape);
        }
        return failAt(*this, cell->name(), shapes,
                      {.code = ErrorCode::kShape,
                       .message = fmt::format("the cell takes ({}) and {} payloads", cell->formalsText(),
                                              cell->payloadNodes().size())});
    }
    for (std::size_t i = 0; i < payloads.size(); ++i) {
        if (payloads[i] < 0 || payloads[i] >= cell->payloadLimits()[i]) {
            return failAt(*this, cell->name(), cell->formalShapes(),
                          {.code = ErrorCode::kInvalid,
                           .message = fmt::format("{} is outside 0 … {} (payload {}, for its {})",
                                                  payloads[i], cell->payloadLimits()[i] - 1, i + 1,
                                                  body.name(cell->payloadNodes()[i]))});
        }
    }
    Node node{.cell = indexOf(cell), .signature = cell->signature()};
    node.firstPayload = static_cast<std::uint32_t>(integers_.size());
    node.numPayloads = static_cast<std::uint16_t>(payloads.size());
    integers_.insert(integers_.end(), payloads.begin(), payloads.end());
    return addNode(node, arguments, cell->outputShapes());
}

void Graph::splice(const Graph& body, std::span<const ValueId> arguments,
                   std::span<const std::int32_t> payloads, std::vector<ValueId>& map) {
    LOOM_CHECK(
        signatures_ == body.signatures_ && arguments.size() == body.formals_.size() && body.cells_.empty(),
        "this graph can't be put into the other");
    map.resize(body.numValues());
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        map[body.formals_[i].index()] = arguments[i];
    }
    for (const ValueId id : body.parameterValues_) {
        if (id.isValid()) {
            map[id.index()] = parameter(body.value(id).parameter, body.value(id).shape);
        }
    }
    std::size_t nextPayload = 0;
    for (const Node& source : body.nodes_) {
        Node node = source;
        const NodeId id(nodes_.size());
        node.firstArgument = static_cast<std::uint32_t>(arguments_.size());
        for (std::uint32_t i = 0; i < source.numArguments; ++i) {
            arguments_.push_back(map[body.arguments_[source.firstArgument + i].index()]);
        }
        node.depth = depthAbove(std::span(arguments_).subspan(node.firstArgument));
        node.firstOutput = ValueId(values_.size());
        for (std::uint32_t i = 0; i < source.numOutputs; ++i) {
            const std::uint32_t output = source.firstOutput.index() + i;
            map[output] = ValueId(values_.size());
            values_.push_back({.shape = body.values_[output].shape, .producer = id});
        }
        if (node.numPayloads > 0) {
            node.firstPayload = static_cast<std::uint32_t>(integers_.size());
            integers_.push_back(payloads[nextPayload++]);
        }
        node.origin = origin_;
        nodes_.push_back(node);
    }
}

void Graph::append(const Graph& other, std::int32_t example, std::vector<ValueId>& map) {
    LOOM_CHECK(signatures_ == other.signatures_ && other.formals_.empty(),
               "this graph can't be put behind the other");
    const auto nodes = static_cast<std::uint32_t>(nodes_.size());
    const auto integers = static_cast<std::uint32_t>(integers_.size());
    const auto floats = static_cast<std::uint32_t>(floats_.size());
    const auto arguments = static_cast<std::uint32_t>(arguments_.size());
    map.clear();
    for (const Value& source : other.values_) {
        if (source.parameter.isValid()) {
            map.push_back(parameter(source.parameter, source.shape));
            continue;
        }
        map.emplace_back(values_.size());
        values_.push_back({.shape = source.shape, .producer = NodeId(nodes + source.producer.index())});
    }
    for (const ValueId id : other.arguments_) {
        arguments_.push_back(map[id.index()]);
    }
    integers_.insert(integers_.end(), other.integers_.begin(), other.integers_.end());
    floats_.insert(floats_.end(), other.floats_.begin(), other.floats_.end());
    for (const Node& source : other.nodes_) {
        Node& node = nodes_.emplace_back(source);
        node.firstArgument += arguments;
        node.firstOutput = map[source.firstOutput.index()];
        const bool hasFloats = source.cell < 0 && opInfo(source.op).payload == Payload::kFloats;
        node.firstPayload += hasFloats ? floats : integers;
        node.origin.example = example;
        if (source.cell >= 0) {
            node.cell = indexOf(other.cells_[static_cast<std::size_t>(source.cell)]);
        }
    }
}

std::int32_t Graph::indexOf(const std::shared_ptr<const Cell>& cell) {
    auto known = std::find(cells_.begin(), cells_.end(), cell);
    if (known == cells_.end()) {
        known = cells_.insert(cells_.end(), cell);
    }
    return static_cast<std::int32_t>(known - cells_.begin());
}

NodeId Graph::addNode(Node node, std::span<const ValueId> arguments, std::span<const Shape> outputs) {
    const NodeId id(nodes_.size());
    node.firstArgument = static_cast<std::uint32_t>(arguments_.size());
    node.numArguments = static_cast<std::uint32_t>(arguments.size());
    node.firstOutput = ValueId(values_.size());
    node.numOutputs = static_cast<std::uint16_t>(outputs.size());
    node.depth = node.cell < 0 && node.op == kOpId<Input> ? 0 : depthAbove(arguments);
    node.origin = origin_;
    arguments_.insert(arguments_.end(), arguments.begin(), arguments.end());
    for (const Shape& shape : outputs) {
        values_.push_back({.shape = shape, .producer = id});
    }
    nodes_.push_back(node);
    return id;
}

std::uint32_t Graph::depthAbove(std::span<const ValueId> arguments) const {
    std::uint32_t depth = 0;
    for (const ValueId argument : arguments) {
        const NodeId producer = value(argument).producer;
        if (producer.isValid()) {
            depth = std::max(depth, node(producer).depth);
        }
    }
    return depth + 1;
}

void Graph::clear() {
    nodes_.clear();
    values_.clear();
    arguments_.clear();
    integers_.clear();
    floats_.clear();
    formals_.clear();
    parameterValues_.clear();
    origin_ = {};
}

std::span<const ValueId> Graph::arguments(NodeId id) const {
    return std::span(arguments_).subspan(node(id).firstArgument, node(id).numArguments);
}

ValueId Graph::output(NodeId id, int index) const {
    return ValueId(node(id).firstOutput.index() + static_cast<std::uint32_t>(index));
}

std::span<const std::int32_t> Graph::integers(NodeId id) const {
    const Node& record = node(id);
    if (record.numPayloads == 0) {
        return {};  // firstPayload may be an index into the floats
    }
    return std::span(integers_).subspan(record.firstPayload, record.numPayloads);
}

std::span<const float> Graph::floats(NodeId id) const {
    const Node& record = node(id);
    if (record.cell >= 0 || opInfo(record.op).payload != Payload::kFloats) {
        return {};
    }
    const auto size = static_cast<std::size_t>(value(record.firstOutput).shape.size());
    return std::span(floats_).subspan(record.firstPayload, size);
}

std::int64_t Graph::bytes() const {
    return static_cast<std::int64_t>(
        nodes_.size() * sizeof(Node) + values_.size() * sizeof(Value) + arguments_.size() * sizeof(ValueId) +
        integers_.size() * sizeof(std::int32_t) + floats_.size() * sizeof(float));
}

const Cell* Graph::cell(NodeId id) const {
    const std::int32_t index = node(id).cell;
    return index < 0 ? nullptr : cells_[static_cast<std::size_t>(index)].get();
}

std::string_view Graph::name(NodeId id) const {
    const Cell* called = cell(id);
    return called != nullptr ? std::string_view(called->name()) : opInfo(node(id).op).name;
}

}  // namespace loomscope
