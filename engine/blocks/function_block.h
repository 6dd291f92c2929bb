// SPDX-License-Identifier: Apache-2.0
// Blocks written as expressions: each call of one is one node of the graph, a cell.
#pragma once

#include "engine/blocks/block.h"
#include "engine/blocks/block_typing.h"
#include "engine/blocks/block_value.h"
#include "engine/graph/expr.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace loomscope {

/// What the body of a function may use. Exists while its cell is made.
class FunctionScope {
public:
    FunctionScope(GraphBuilder& builder, const BlockContext& context, std::string prefix, bool isTraining)
        : builder_(&builder), context_(&context), prefix_(std::move(prefix)), isTraining_(isTraining) {}

    [[nodiscard]] GraphBuilder& builder() { return *builder_; }
    [[nodiscard]] bool isTraining() const { return isTraining_; }
    [[nodiscard]] const BlockContext& context() const { return *context_; }
    /// A parameter of this function, made when it is first asked for; all its calls share it. Of another
    /// shape than at first: refused.
    Expr weight(std::string_view name, Shape shape, Initializer initializer = {});
    /// Zeros at first, and not decayed.
    Expr bias(std::string_view name, Shape shape);
    /// Keeps a kType error; returns an invalid value.
    Expr refuse(std::string message);

private:
    Expr parameter(std::string_view name, Shape shape, Initializer initializer, bool isDecayed);

    GraphBuilder* builder_;
    const BlockContext* context_;
    std::string prefix_;
    bool isTraining_;
};

/// From tensors, nested in tuples or not, to the same. Payloads of its nodes are keys for random numbers.
using FunctionBody = std::function<BlockValue(FunctionScope&, const BlockValue& input)>;

/// What is known of a function's input before anything is connected to it; may be partly unknown.
using FunctionInput = std::function<TypeTerm(TypeTable&)>;

namespace blocks {

/// Tensors to tensors, in any tuples; the body is written down once for each type of input. The output type
/// is what the body gives. `name` is for messages and parameters.
[[nodiscard]] Block function(std::string name, FunctionBody body, FunctionInput input = {});
/// An op by its name, on all tensors of the input from left to right: op("tanh"), op("add").
[[nodiscard]] Block op(std::string name);
/// A tuple of tensors → tensor: behind each other along `axis`; scalars count as vectors of length 1.
/// `isFlat`: tuples in tuples are taken apart.
[[nodiscard]] Block concat(std::int32_t axis = 0, bool isFlat = false);

}  // namespace blocks
}  // namespace loomscope
