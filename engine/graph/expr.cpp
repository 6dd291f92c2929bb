// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/expr.h"

#include "engine/base/check.h"
#include "engine/graph/graph_text.h"
#include "engine/graph/math_expr.h"
#include "engine/ops/op_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace loomscope {

namespace {

/// The builder of the first valid argument; all are invalid after an error, and then it does not matter
/// which.
GraphBuilder* builderOf(std::span<const Expr> arguments) {
    const auto found =
        std::find_if(arguments.begin(), arguments.end(), [](const Expr& e) { return e.builder != nullptr; });
    return found == arguments.end() ? nullptr : found->builder;
}

LstmState applyGates(std::string_view op, std::initializer_list<Expr> arguments) {
    const std::span<const Expr> list(arguments.begin(), arguments.size());
    GraphBuilder* builder = builderOf(list);
    if (builder == nullptr) {
        return {};
    }
    const NodeOutputs outputs = builder->addAll(op, list);
    return {.h = outputs[0], .c = outputs[1]};
}

}  // namespace

const Shape& Expr::shape() const {
    static const Shape kNone;
    return isValid() ? builder->graph().value(id).shape : kNone;
}

Expr GraphBuilder::parameter(ParameterId id) {
    if (!id.isValid() || id.index() >= store_->parameters().size()) {
        return refuseNode("parameter", "the store has no such parameter");
    }
    return {.builder = this, .id = graph_->parameter(id, store_->parameter(id).shape)};
}

Expr GraphBuilder::formal(Shape shape) {
    return {.builder = this, .id = graph_->formal(shape)};
}

Expr GraphBuilder::input(Shape shape, std::span<const float> data) {
    if (static_cast<std::int64_t>(data.size()) != shape.size() || data.empty()) {
        return refuseNode(fmt::format("input({})", shape.text()), fmt::format("got {} numbers", data.size()));
    }
    return {.builder = this, .id = graph_->output(graph_->addInput(shape, data))};
}

Expr GraphBuilder::lookup(ParameterId table, std::int32_t row) {
    const Expr argument = parameter(table);
    return add("lookup", std::span(&argument, 1), {}, row);
}

/// False if one of them is invalid, or of another graph.
bool GraphBuilder::takeArguments(std::string_view name, std::span<const Expr> arguments) {
    if (arguments.size() > few_.size()) {
        many_.resize(arguments.size());
    }
    const std::span<ValueId> ids(arguments.size() > few_.size() ? many_.data() : few_.data(),
                                 arguments.size());
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (!arguments[i].isValid()) {
            return false;
        }
        if (arguments[i].builder != this && arguments[i].builder->graph_ != graph_) {
            refuseNode(name, fmt::format("argument {} belongs to another graph", i + 1));
            return false;
        }
        ids[i] = arguments[i].id;
    }
    arguments_ = ids;
    return true;
}

/// Rows of a table that are not looked up would get a gradient, but no update.
bool GraphBuilder::takeOpArguments(OpId op, std::span<const Expr> arguments) {
    if (!takeArguments(opInfo(op).name, arguments)) {
        return false;
    }
    for (const ValueId argument : arguments_) {
        const ParameterId parameter = graph_->value(argument).parameter;
        if (!parameter.isValid()) {
            continue;
        }
        const bool isTable = store_->parameter(parameter).kind == ParameterKind::kTable;
        if (isTable != (op == kOpId<Lookup>)) {
            refuseNode(opInfo(op).name,
                       fmt::format("parameter '{}' is {}a table, and {}", store_->parameter(parameter).name,
                                   isTable ? "" : "not ",
                                   isTable ? "only lookup reads those" : "lookup reads nothing else"));
            return false;
        }
    }
    return true;
}

NodeOutputs GraphBuilder::outputs(const Result<NodeId>& node, std::size_t number) {
    if (!node) {
        refuse(node.error());
        return {this, ValueId(), number};
    }
    return {this, graph_->output(*node), number};
}

NodeOutputs GraphBuilder::call(const std::shared_ptr<const Cell>& cell, std::span<const Expr> arguments,
                               std::span<const std::int32_t> payloads) {
    if (!takeArguments(cell->name(), arguments)) {
        return {this, ValueId(), cell->outputs().size()};
    }
    return outputs(graph_->call(cell, arguments_, payloads), cell->outputs().size());
}

NodeOutputs GraphBuilder::addAll(std::string_view op, std::span<const Expr> arguments,
                                 Attributes attributes) {
    const auto id = findOp(op);
    LOOM_CHECK(id.has_value(), fmt::format("no op is called '{}'", op));
    const std::size_t number = opInfo(*id).numOutputs;
    if (!takeOpArguments(*id, arguments)) {
        return {this, ValueId(), number};
    }
    return outputs(graph_->add(*id, arguments_, attributes), number);
}

Expr GraphBuilder::add(std::string_view op, std::span<const Expr> arguments, Attributes attributes,
                       std::int32_t payload) {
    const auto id = findOp(op);
    LOOM_CHECK(id.has_value(), fmt::format("no op is called '{}'", op));
    if (!takeOpArguments(*id, arguments)) {
        return {.builder = this};
    }
    return outputs(graph_->add(*id, arguments_, attributes, payload), 1)[0];
}

Result<void> GraphBuilder::finish() const {
    if (error_) {
        return fail(*error_);
    }
    return {};
}

Expr GraphBuilder::refuse(Error error) {
    if (!error_) {
        error_ = std::move(error);
    }
    return {.builder = this};
}

Expr GraphBuilder::refuseNode(std::string_view name, std::string_view reason) {
    return refuse({.code = ErrorCode::kInvalid,
                   .message = fmt::format("{}, node {} of the graph{}: {}", name, graph_->numNodes(),
                                          toText(graph_->origin()), reason)});
}

Expr applyOp(std::string_view op, std::span<const Expr> arguments, Attributes attributes,
             std::int32_t payload) {
    GraphBuilder* builder = builderOf(arguments);
    return builder == nullptr ? Expr{} : builder->add(op, arguments, attributes, payload);
}

Expr applyOp(std::string_view op, std::initializer_list<Expr> arguments, Attributes attributes,
             std::int32_t payload) {
    return applyOp(op, std::span(arguments.begin(), arguments.size()), attributes, payload);
}

Expr operator+(Expr a, Expr b) {
    return applyBroadcast("add", a, b);
}
Expr operator-(Expr a, Expr b) {
    return applyBroadcast("subtract", a, b);
}
Expr operator*(Expr a, Expr b) {
    return applyBroadcast("multiply", a, b);
}
Expr operator*(float factor, Expr x) {
    return applyOp("scale", {x}, {.real = factor});
}
Expr tanh(Expr x) {
    return applyOp("tanh", {x});
}
Expr sigmoid(Expr x) {
    return applyOp("sigmoid", {x});
}
Expr relu(Expr x) {
    return applyOp("relu", {x});
}
Expr product(Expr x, Expr weight) {
    return applyOp("product", {x, weight});
}
Expr affine(Expr x, Expr weight, Expr bias) {
    return applyOp("affine", {x, weight, bias});
}

Expr softmax(Expr x, std::int32_t axis) {
    return applyOp("softmax", {x}, {.first = axis});
}
Expr logSoftmax(Expr x, std::int32_t axis) {
    return applyOp("log_softmax", {x}, {.first = axis});
}
Expr crossEntropy(Expr scores, std::int32_t label) {
    return applyOp("cross_entropy", {scores}, {}, label);
}
Expr squaredError(Expr x, Expr target, Expr mask) {
    return applyOp("squared_error", {x, target, mask});
}
Expr binaryCrossEntropy(Expr scores, Expr target, Expr mask) {
    return applyOp("binary_cross_entropy", {scores, target, mask});
}

Expr concatenate(std::span<const Expr> parts, std::int32_t axis) {
    return applyOp("concatenate", parts, {.first = axis});
}
Expr concatenate(std::initializer_list<Expr> parts, std::int32_t axis) {
    return concatenate(std::span(parts.begin(), parts.size()), axis);
}
Expr slice(Expr x, std::int32_t first, std::int32_t size) {
    return applyOp("slice", {x}, {.first = first, .second = size});
}
Expr sum(GraphBuilder& builder, std::span<const Expr> items, std::int32_t width) {
    return builder.add("sum", items, {.first = width});
}
Expr mean(GraphBuilder& builder, std::span<const Expr> items, std::int32_t width) {
    return builder.add("mean", items, {.first = width});
}
Expr dropout(Expr x, float rate, std::int32_t stream) {
    return applyOp("dropout", {x}, {.real = rate}, stream);
}

LstmState lstmGates(Expr gates, Expr c) {
    return applyGates("lstm_gates", {gates, c});
}
LstmState treeLstmLeafGates(Expr gates) {
    return applyGates("tree_lstm_leaf_gates", {gates});
}
LstmState treeLstmGates(Expr gates, Expr left, Expr right) {
    return applyGates("tree_lstm_gates", {gates, left, right});
}
Expr foldGates(Expr gates, Expr left, Expr right) {
    return applyOp("fold_gates", {gates, left, right});
}

}  // namespace loomscope
