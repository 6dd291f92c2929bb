// SPDX-License-Identifier: Apache-2.0
// Dynamic declaration: a graph written as ordinary code, one node a call. This is how models are written.
//
//     GraphBuilder g(graph);
//     const Expr h = tanh(affine(x, g.parameter(w), g.parameter(b)));
//     LOOM_TRY_VOID(g.finish());
#pragma once

#include "engine/base/result.h"
#include "engine/graph/cell.h"
#include "engine/graph/graph.h"
#include "engine/params/parameter_store.h"

#include <array>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace loomscope {

class GraphBuilder;

/// A value of a graph that is being built. Cheap to copy; valid as long as its builder and graph.
/// An Expr made from wrong arguments is invalid, and so is all that is made from it; finish() tells why.
struct Expr {
    GraphBuilder* builder = nullptr;
    ValueId id;

    [[nodiscard]] bool isValid() const { return id.isValid(); }
    [[nodiscard]] const Shape& shape() const;
    /// Length of a vector.
    [[nodiscard]] std::int32_t width() const { return static_cast<std::int32_t>(shape().size()); }
};

/// The outputs of one node. Cheap to copy.
class NodeOutputs {
public:
    NodeOutputs() = default;
    NodeOutputs(GraphBuilder* builder, ValueId first, std::size_t size)
        : builder_(builder), first_(first), size_(size) {}

    [[nodiscard]] std::size_t size() const { return size_; }
    /// Invalid if the node was made from wrong arguments.
    [[nodiscard]] Expr operator[](std::size_t index) const {
        return {builder_, first_.isValid() ? ValueId(first_.index() + index) : ValueId()};
    }

private:
    GraphBuilder* builder_ = nullptr;
    ValueId first_;
    std::size_t size_ = 0;
};

/// Appends to a graph and keeps the first error: op, shapes, node. Tables are read by lookup alone, which
/// reads nothing else; arguments must be of the same graph.
class GraphBuilder {
public:
    /// `store` gives the shapes of parameters; both must outlive the builder.
    GraphBuilder(Graph& graph, const ParameterStore& store) : graph_(&graph), store_(&store) {}

    [[nodiscard]] Graph& graph() { return *graph_; }
    [[nodiscard]] const Graph& graph() const { return *graph_; }

    Expr parameter(ParameterId id);
    /// A formal input, if the graph is to be the body of a cell.
    Expr formal(Shape shape);
    /// Data of this node alone.
    Expr input(Shape shape, std::span<const float> data);
    /// Row `row` of a table. In a cell's body `row` is ignored: the call gives it.
    Expr lookup(ParameterId table, std::int32_t row = 0);
    /// Calls a cell; returns its outputs.
    NodeOutputs call(const std::shared_ptr<const Cell>& cell, std::span<const Expr> arguments,
                     std::span<const std::int32_t> payloads = {});
    /// Adds a node of any op by its name.
    Expr add(std::string_view op, std::span<const Expr> arguments, Attributes attributes = {},
             std::int32_t payload = 0);
    /// All outputs of a node with several.
    NodeOutputs addAll(std::string_view op, std::span<const Expr> arguments, Attributes attributes = {});

    /// Keeps an error that stands before the node could be added, unless there is an earlier one; returns an
    /// invalid value.
    Expr refuse(Error error);
    /// The first error since the builder was made, if there was one.
    [[nodiscard]] Result<void> finish() const;

private:
    NodeOutputs outputs(const Result<NodeId>& node, std::size_t number);
    bool takeArguments(std::string_view name, std::span<const Expr> arguments);
    bool takeOpArguments(OpId op, std::span<const Expr> arguments);
    Expr refuseNode(std::string_view name, std::string_view reason);

    Graph* graph_;
    const ParameterStore* store_;
    std::optional<Error> error_;
    // Of the node that is being added: nearly always few, so that a builder asks for no memory.
    std::array<ValueId, 8> few_;
    std::vector<ValueId> many_;
    std::span<const ValueId> arguments_;
};

/// Adds a node of `op` to the builder of its arguments; invalid if one of them is.
Expr applyOp(std::string_view op, std::span<const Expr> arguments, Attributes attributes = {},
             std::int32_t payload = 0);
Expr applyOp(std::string_view op, std::initializer_list<Expr> arguments, Attributes attributes = {},
             std::int32_t payload = 0);

// Shapes that differ are broadcast where they can be: see math_expr.h.

Expr operator+(Expr a, Expr b);
Expr operator-(Expr a, Expr b);
Expr operator*(Expr a, Expr b);  ///< element by element
Expr operator*(float factor, Expr x);
Expr tanh(Expr x);
Expr sigmoid(Expr x);
Expr relu(Expr x);
Expr softmax(Expr x, std::int32_t axis = 0);
/// log softmax. Over some of the elements only: of select(x, …).
Expr logSoftmax(Expr x, std::int32_t axis = 0);
/// x·W: x [in], W [in, out].
Expr product(Expr x, Expr weight);
/// x·W + b: x [in], W [in, out], b [out].
Expr affine(Expr x, Expr weight, Expr bias);
/// −log softmax(scores)[label]. In a cell's body the call gives the label.
Expr crossEntropy(Expr scores, std::int32_t label = 0);
/// Σ mask·(x − target)².
Expr squaredError(Expr x, Expr target, Expr mask);
/// Σ mask·(softplus(x) − target·x): binary cross-entropy of scores before the sigmoid.
Expr binaryCrossEntropy(Expr scores, Expr target, Expr mask);
/// Behind each other along an axis; the other extents must be equal.
Expr concatenate(std::span<const Expr> parts, std::int32_t axis = 0);
Expr concatenate(std::initializer_list<Expr> parts, std::int32_t axis = 0);
/// Elements first … first+size−1 of a vector.
Expr slice(Expr x, std::int32_t first, std::int32_t size);
/// Sum of a list of equal shapes; an empty list gives zeros of `width`.
Expr sum(GraphBuilder& builder, std::span<const Expr> items, std::int32_t width);
/// Mean of a list of equal shapes; an empty list gives zeros of `width`.
Expr mean(GraphBuilder& builder, std::span<const Expr> items, std::int32_t width);
/// Zeroes each element with probability `rate` and scales the others by 1/(1−rate). `stream` keys the random
/// numbers.
Expr dropout(Expr x, float rate, std::int32_t stream);

/// Hidden state and memory of an LSTM-like cell.
struct LstmState {
    Expr h;
    Expr c;
};
/// gates [4H] = i, f, o, u before their nonlinearities: c' = σ(i)·tanh(u) + σ(f)·c, h' = σ(o)·tanh(c').
LstmState lstmGates(Expr gates, Expr c);
/// gates [2H] = o, c: h = σ(o)·tanh(c). The leaf module of Tai et al. (2015), without an input gate.
LstmState treeLstmLeafGates(Expr gates);
/// gates [5H] = i, f_l, f_r, o, u: c = σ(i)·tanh(u) + σ(f_l)·c_l + σ(f_r)·c_r, h = σ(o)·tanh(c) (Tai et al.,
/// 2015).
LstmState treeLstmGates(Expr gates, Expr left, Expr right);
/// gates [4H] = i, f_l, f_r, u: σ(i)·tanh(u) + σ(f_l)·left + σ(f_r)·right (Looks et al., 2017).
Expr foldGates(Expr gates, Expr left, Expr right);

}  // namespace loomscope
