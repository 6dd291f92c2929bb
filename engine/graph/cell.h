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
    static Result<std::shared_ptr<const Cell>> make(std::string name, Graph body, std::vector<ValueId> outputs);

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] const Graph& body() const { return body_; }
    [[nodiscard]] const std::vector<ValueId>& outputs() const { return outputs_; }
    /// Nodes of the body that take an integer payload from the call, in order.
    [[nodiscard]] const std::vector<NodeId>& payloadNodes() const { return payloadNodes_; }

private:
    Cell(std::string name, Graph body, std::vector<ValueId> outputs);

    std::string name_;
    Graph body_;
    std::vector<ValueId> outputs_;
    std::vector<NodeId> payloadNodes_;
};

/// Returns `graph` with every cell call replaced by the nodes of its body: DyNet's view of Fold's graph.
/// `map` receives, if not null, for each value of `graph` the value that stands for it.
[[nodiscard]] Graph inlineCells(const Graph& graph, std::vector<ValueId>* map = nullptr);

}  // namespace loomscope
