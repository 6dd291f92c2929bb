// SPDX-License-Identifier: Apache-2.0
// A cell: a graph with formal inputs that is called as one node.
#pragma once

#include "engine/graph/graph.h"

#include <memory>
#include <string>
#include <vector>

namespace loomscope {

/// The body of a cell and which of its values are its outputs. Immutable; shared by all graphs that call it.
class Cell {
public:
    /// Errors: kInvalid if `body` calls cells itself, or an output is not a value of the body.
    static Result<std::shared_ptr<const Cell>> make(std::string name, Graph body,
                                                    std::vector<ValueId> outputs);

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] const Graph& body() const { return body_; }
    [[nodiscard]] const std::vector<ValueId>& outputs() const { return outputs_; }
    [[nodiscard]] const std::vector<Shape>& outputShapes() const { return outputShapes_; }
    /// Nodes of the body that take an integer payload from the call, in order.
    [[nodiscard]] const std::vector<NodeId>& payloadNodes() const { return payloadNodes_; }
    /// For each payload, what it must be below.
    [[nodiscard]] const std::vector<std::int64_t>& payloadLimits() const { return payloadLimits_; }
    /// The signature of all calls of this cell.
    [[nodiscard]] SignatureId signature() const { return signature_; }
    /// True if the body has a matrix product.
    [[nodiscard]] bool hasProduct() const;
    [[nodiscard]] std::vector<Shape> formalShapes() const;
    /// The same, readable.
    [[nodiscard]] std::string formalsText() const;

private:
    Cell(std::string name, Graph body, std::vector<ValueId> outputs);

    std::string name_;
    Graph body_;
    std::vector<ValueId> outputs_;
    std::vector<Shape> outputShapes_;
    std::vector<NodeId> payloadNodes_;
    std::vector<std::int64_t> payloadLimits_;
    SignatureId signature_;
};

/// A graph whose cell calls are replaced by the nodes of their bodies, and for each value of the original the
/// value that stands for it.
struct InlinedGraph {
    Graph graph;
    std::vector<ValueId> map;
    /// What inlining keeps for its next call with this object: cells taken apart, and memory. Copies share
    /// it, so only one of them may be given to inlineCells at a time.
    std::shared_ptr<struct InlineScratch> scratch;
};

/// DyNet's view of Fold's graph: cells inlined, and their fused gate arithmetic taken apart into single ops.
[[nodiscard]] InlinedGraph inlineCells(const Graph& graph);
/// The same, with the memory of `result`. Cost: about 20 ns a node of the result.
void inlineCells(const Graph& graph, InlinedGraph& result);

}  // namespace loomscope
