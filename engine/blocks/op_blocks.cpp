// SPDX-License-Identifier: Apache-2.0
// Functions that are one op.
#include "engine/base/names.h"
#include "engine/blocks/function_block.h"
#include "engine/graph/math_expr.h"
#include "engine/graph/selection_expr.h"
#include "engine/ops/op_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace loomscope {

namespace {

void collectTensors(const BlockValue& value, std::vector<Expr>& tensors) {
    if (value.isTensor()) {
        tensors.push_back(value.tensor());
        return;
    }
    for (std::size_t i = 0; i < value.size(); ++i) {
        collectTensors(value.at(i), tensors);
    }
}

std::string nearestOp(std::string_view name) {
    std::vector<std::string_view> known;
    for (int i = 0; i < numOps(); ++i) {
        known.push_back(opInfo(static_cast<OpId>(i)).name);
    }
    return std::string(nearestName(name, known));
}

BlockValue applyNamed(FunctionScope& scope, const std::string& name, const BlockValue& input) {
    const auto id = findOp(name);
    if (!id) {
        return scope.refuse(fmt::format("no op is called '{}'; did you mean '{}'?", name, nearestOp(name)));
    }
    std::vector<Expr> tensors;
    collectTensors(input, tensors);
    const OpInfo& info = opInfo(*id);
    if (info.arity == Arity::kFixed && info.arguments.size() == 2 && tensors.size() == 2 &&
        !(tensors[0].shape() == tensors[1].shape()) && info.payload == Payload::kNone) {
        return applyBroadcast(name, tensors[0], tensors[1]);
    }
    return scope.builder().add(name, tensors);
}

BlockValue concatenateAll(FunctionScope& scope, const BlockValue& input, std::int32_t axis, bool isFlat) {
    std::vector<Expr> tensors;
    for (std::size_t i = 0; i < input.size(); ++i) {
        if (!input.at(i).isTensor() && !isFlat) {
            return scope.refuse("the input holds tuples in a tuple; flatten it, or take the items apart");
        }
        collectTensors(input.at(i), tensors);
    }
    if (tensors.empty()) {
        return scope.refuse("there is nothing to concatenate: a tuple of tensors is expected");
    }
    for (Expr& tensor : tensors) {
        tensor = tensor.shape().rank() == 0 ? reshape(tensor, Shape{1}) : tensor;
        if (tensor.shape().rank() <= axis) {
            return scope.refuse(fmt::format("{} has no axis {}", tensor.shape().text(), axis));
        }
    }
    return concatenate(tensors, axis);
}

}  // namespace

namespace blocks {

Block op(std::string name) {
    return function(name, [name](FunctionScope& scope, const BlockValue& input) {
        return applyNamed(scope, name, input);
    });
}

Block concat(std::int32_t axis, bool isFlat) {
    return function("concat", [axis, isFlat](FunctionScope& scope, const BlockValue& input) {
        return concatenateAll(scope, input, axis, isFlat);
    });
}

}  // namespace blocks
}  // namespace loomscope
