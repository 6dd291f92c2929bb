// SPDX-License-Identifier: Apache-2.0
// A computation graph: append-only arrays of plain node records in topological order. No values, no device.
#pragma once

#include "engine/base/result.h"
#include "engine/graph/signature.h"
#include "engine/ops/op_info.h"
#include "engine/tensor/parameter_id.h"
#include "engine/tensor/shape.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace loomscope {

class Cell;

using NodeId = StrongId<struct NodeTag>;
using ValueId = StrongId<struct ValueTag>;

/// What a node was made for: lets the workbench light up a word or an atom with its nodes.
struct Origin {
    std::int32_t example = -1;  ///< position of the example in the minibatch
    std::int32_t part = -1;  ///< tree node, atom, bond … of that example; −1 for the example as a whole

    bool operator==(const Origin&) const = default;
};

/// One operation, or one call of a cell. Indices refer to the arrays of its graph.
struct Node {
    OpId op{};               ///< meaningless if `cell` is set
    std::int32_t cell = -1;  ///< index into Graph::cells(), or −1
    SignatureId signature;
    Attributes attributes;
    std::uint32_t firstArgument = 0;
    std::uint32_t numArguments = 0;
    ValueId firstOutput;
    std::uint16_t numOutputs = 0;
    std::uint16_t numPayloads = 0;
    std::uint32_t firstPayload = 0;  ///< index into integers() or floats(), as the op's payload says
    std::uint32_t depth = 0;  ///< longest path from a node without row arguments; those have 0 (input) or 1
    Origin origin;
};

/// One result: an output of a node, a parameter, or a formal input of a cell (neither producer nor
/// parameter).
struct Value {
    Shape shape;
    NodeId producer;
    ParameterId parameter;
};

/// Grows by appending; arguments always precede their node. clear() keeps the memory.
/// Threads: thread-confined while growing; immutable and shareable afterwards.
/// Cost: tens of nanoseconds a node.
class Graph {
public:
    /// Graphs whose nodes shall be batched together, or whose schedules are cached, share a table.
    explicit Graph(std::shared_ptr<SignatureTable> signatures = std::make_shared<SignatureTable>());

    /// Returns the value of a parameter; asking again returns the same value.
    ValueId parameter(ParameterId parameter, Shape shape);
    /// Adds a formal input, if this graph is to be the body of a cell.
    ValueId formal(Shape shape);

    /// Adds a node of `op`. Integer payload: `payload` of the node. Float payload: use addInput.
    /// Errors: kShape or kInvalid, naming op, shapes and node.
    Result<NodeId> add(OpId op, std::span<const ValueId> arguments, Attributes attributes = {},
                       std::int32_t payload = 0);
    /// Adds an input node with its data.
    NodeId addInput(Shape shape, std::span<const float> data);
    /// Adds a call of `cell`. `payloads` go to the cell's payload nodes in their order.
    Result<NodeId> call(const std::shared_ptr<const Cell>& cell, std::span<const ValueId> arguments,
                        std::span<const std::int32_t> payloads = {});

    /// Appends the nodes of `body`, a graph that calls no cells: `arguments` stand for its
    /// formals, `payloads` go to its payload nodes in their order. `map` receives, for each value of `body`,
    /// the value here. Both graphs share a signature table. Cost: about 15 ns a node.
    void splice(const Graph& body, std::span<const ValueId> arguments, std::span<const std::int32_t> payloads,
                std::vector<ValueId>& map);

    /// Appends all of `other`, a graph without formals and of the same signature table; its nodes become
    /// those of `example`. `map` receives, for each value of `other`, the value here. Cost: about 10 ns a
    /// node.
    void append(const Graph& other, std::int32_t example, std::vector<ValueId>& map);

    /// Nodes added from now on carry this origin.
    void setOrigin(Origin origin) { origin_ = origin; }
    [[nodiscard]] const Origin& origin() const { return origin_; }
    /// Forgets all nodes and values; keeps memory, cells and the signature table.
    void clear();

    [[nodiscard]] std::size_t numNodes() const { return nodes_.size(); }
    [[nodiscard]] std::size_t numValues() const { return values_.size(); }
    [[nodiscard]] const Node& node(NodeId id) const { return nodes_[id.index()]; }
    [[nodiscard]] const Value& value(ValueId id) const { return values_[id.index()]; }
    [[nodiscard]] std::span<const Node> nodes() const { return nodes_; }
    [[nodiscard]] std::span<const Value> values() const { return values_; }
    [[nodiscard]] std::span<const ValueId> arguments(NodeId id) const;
    [[nodiscard]] ValueId output(NodeId id, int index = 0) const;
    /// The formal inputs in order of declaration.
    [[nodiscard]] std::span<const ValueId> formals() const { return formals_; }
    [[nodiscard]] std::span<const std::int32_t> integers(NodeId id) const;
    [[nodiscard]] std::span<const float> floats(NodeId id) const;
    /// All input data; Node::firstPayload of an input node is its first number.
    [[nodiscard]] std::span<const float> allFloats() const { return floats_; }
    [[nodiscard]] std::span<const std::shared_ptr<const Cell>> cells() const { return cells_; }
    [[nodiscard]] const Cell* cell(NodeId id) const;
    [[nodiscard]] const std::shared_ptr<SignatureTable>& signatures() const { return signatures_; }
    /// Memory of nodes and values.
    [[nodiscard]] std::int64_t bytes() const;
    /// The op's or cell's name.
    [[nodiscard]] std::string_view name(NodeId id) const;

private:
    const NodeKind* findKind(OpId op, std::span<const ValueId> arguments, const Attributes& attributes) const;
    Result<const NodeKind*> makeKind(OpId op, std::span<const ValueId> arguments,
                                     const Attributes& attributes) const;
    NodeId addNode(Node node, std::span<const ValueId> arguments, std::span<const Shape> outputs);
    std::uint32_t depthAbove(std::span<const ValueId> arguments) const;
    std::int32_t indexOf(const std::shared_ptr<const Cell>& cell);

    std::shared_ptr<SignatureTable> signatures_;
    std::vector<Node> nodes_;
    std::vector<Value> values_;
    std::vector<ValueId> arguments_;
    std::vector<std::int32_t> integers_;
    std::vector<float> floats_;
    std::vector<ValueId> formals_;
    std::vector<ValueId> parameterValues_;  // by parameter index
    std::vector<std::shared_ptr<const Cell>> cells_;
    Origin origin_;
};

}  // namespace loomscope
