// SPDX-License-Identifier: Apache-2.0
#include "engine/blocks/layers.h"

#include "engine/base/names.h"
#include "engine/blocks/composition.h"
#include "engine/blocks/record_blocks.h"
#include "engine/blocks/sequence_blocks.h"
#include "engine/graph/math_expr.h"
#include "engine/graph/selection_expr.h"
#include "engine/ops/op_list.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

namespace loomscope {

namespace {

Expr denseOf(FunctionScope& scope, const blocks::DenseOptions& options, Expr x) {
    std::int32_t units = options.units;
    units = units == blocks::kAllClasses ? scope.context().numClasses : units;
    units = units == blocks::kAllTargets ? scope.context().numTargets : units;
    if (units < 1) {
        return scope.refuse(
            fmt::format("a layer has {} units; it needs at least 1, and data with classes or "
                        "targets if it asks for as many",
                        units));
    }
    if (x.shape().rank() != 1) {
        return scope.refuse(fmt::format("the input is tensor{}; a vector is expected", x.shape().text()));
    }
    x = scope.isTraining() && options.inputDropout > 0 ? dropout(x, options.inputDropout, 0) : x;
    const Expr weight = scope.weight("weight", Shape{x.width(), units});
    Expr y = affine(x, weight, scope.bias("bias", Shape{units}));
    if (!options.activation.empty()) {
        if (!findOp(options.activation)) {
            return scope.refuse(
                fmt::format("no op is called '{}'; try tanh, sigmoid or relu", options.activation));
        }
        y = applyOp(options.activation, {y});
    }
    return scope.isTraining() && options.outputDropout > 0 ? dropout(y, options.outputDropout, 0) : y;
}

/// [x; h]·W + b of `width` outputs.
Expr gatesOf(FunctionScope& scope, std::initializer_list<Expr> inputs, std::int32_t width,
             std::string_view name = "weight", std::string_view bias = "bias") {
    for (const Expr& input : inputs) {
        if (input.shape().rank() != 1) {
            return scope.refuse(
                fmt::format("the cell got tensor{}; a vector is expected", input.shape().text()));
        }
    }
    const Expr x = inputs.size() == 1 ? *inputs.begin() : concatenate(inputs);
    const Expr weight = scope.weight(name, Shape{x.width(), width});
    return affine(x, weight, scope.bias(bias, Shape{width}));
}

BlockValue pairOf(const LstmState& state) {
    return BlockValue::list({state.h, state.c});
}

/// True of a list of `size`, or of tensors if it is 0.
bool hasForm(const BlockValue& value, std::size_t size) {
    return size == 0 ? value.isTensor() : value.isList() && value.size() == size;
}

BlockValue lstmStep(FunctionScope& scope, const BlockValue& input, std::int32_t hidden) {
    if (!hasForm(input, 2) || !hasForm(input.at(0), 0) || !hasForm(input.at(1), 2)) {
        return scope.refuse("an LSTM cell reads (item, (h, c))");
    }
    const Expr gates = gatesOf(scope, {input.at(0).tensor(), input.at(1).at(0).tensor()}, 4 * hidden);
    const Expr i = slice(gates, 0, hidden);
    const Expr f = slice(gates, hidden, hidden) + 1.0F;
    const Expr rest = slice(gates, 2 * hidden, 2 * hidden);
    const LstmState state = lstmGates(concatenate({i, f, rest}), input.at(1).at(1).tensor());
    return BlockValue::list({state.h, pairOf(state)});
}

BlockValue gruStep(FunctionScope& scope, const BlockValue& input, std::int32_t hidden) {
    if (!hasForm(input, 2) || !hasForm(input.at(0), 0) || !hasForm(input.at(1), 0)) {
        return scope.refuse("a GRU cell reads (item, h)");
    }
    const Expr x = input.at(0).tensor();
    const Expr h = input.at(1).tensor();
    const Expr gates = sigmoid(gatesOf(scope, {x, h}, 2 * hidden));
    const Expr z = slice(gates, hidden, hidden);
    const Expr proposal =
        tanh(gatesOf(scope, {x, slice(gates, 0, hidden) * h}, hidden, "proposal", "proposal_bias"));
    const Expr next = (1.0F - z) * proposal + z * h;
    return BlockValue::list({next, next});
}

BlockValue pairStep(FunctionScope& scope, const BlockValue& input, std::int32_t hidden) {
    if (!hasForm(input, 2) || !hasForm(input.at(0), 2) || !hasForm(input.at(1), 2)) {
        return scope.refuse("a binary Tree-LSTM cell reads ((h, c), (h, c))");
    }
    const Expr gates = gatesOf(scope, {input.at(0).at(0).tensor(), input.at(1).at(0).tensor()}, 5 * hidden);
    return pairOf(treeLstmGates(gates, input.at(0).at(1).tensor(), input.at(1).at(1).tensor()));
}

/// The types of cells' inputs: a state (h, c), and an item beside a state.
TypeTerm stateType(TypeTable& types, std::int32_t hidden) {
    return types.tuple({types.add(BlockType::vector(hidden)), types.add(BlockType::vector(hidden))});
}

TypeTerm besideItem(TypeTable& types, TypeTerm state) {
    return types.tuple({types.unknown(), state});
}

}  // namespace

namespace blocks {

Block dense(DenseOptions options) {
    return function("dense", [options = std::move(options)](FunctionScope& scope, const BlockValue& input) {
        return BlockValue(input.isTensor() ? denseOf(scope, options, input.tensor())
                                           : scope.refuse("a vector is expected, not a tuple"));
    });
}

Block lstmCell(std::int32_t hidden) {
    return function(
        "lstm",
        [hidden](FunctionScope& scope, const BlockValue& input) { return lstmStep(scope, input, hidden); },
        [hidden](TypeTable& types) { return besideItem(types, stateType(types, hidden)); });
}

Block gruCell(std::int32_t hidden) {
    return function(
        "gru",
        [hidden](FunctionScope& scope, const BlockValue& input) { return gruStep(scope, input, hidden); },
        [hidden](TypeTable& types) { return besideItem(types, types.add(BlockType::vector(hidden))); });
}

Block treeLstmLeaf(std::int32_t hidden) {
    return function("tree_lstm_leaf", [hidden](FunctionScope& scope, const BlockValue& input) {
        if (!input.isTensor()) {
            return BlockValue(scope.refuse("a leaf reads a vector"));
        }
        return pairOf(treeLstmLeafGates(gatesOf(scope, {input.tensor()}, 2 * hidden)));
    });
}

Block treeLstmPair(std::int32_t hidden) {
    return function(
        "tree_lstm_pair",
        [hidden](FunctionScope& scope, const BlockValue& input) { return pairStep(scope, input, hidden); },
        [hidden](TypeTable& types) {
            return types.tuple({stateType(types, hidden), stateType(types, hidden)});
        });
}

Block treeLstmChildSum(std::int32_t hidden) {
    const Block forget =
        function("tree_lstm_forget", [hidden](FunctionScope& scope, const BlockValue& child) {
            return hasForm(child, 2) ? BlockValue(sigmoid(gatesOf(scope, {child.at(0).tensor()}, hidden)) *
                                                  child.at(1).tensor())
                                     : BlockValue(scope.refuse("a child is (h, c)"));
        });
    const Block compose = function("tree_lstm_sum", [hidden](FunctionScope& scope, const BlockValue& sums) {
        const Expr gates = gatesOf(scope, {sums.at(0).tensor()}, 3 * hidden);
        const Expr update = sigmoid(slice(gates, 0, hidden)) * tanh(slice(gates, 2 * hidden, hidden));
        const Expr c = update + sums.at(1).tensor();
        return pairOf({.h = sigmoid(slice(gates, hidden, hidden)) * tanh(c), .c = c});
    });
    const Block h = function("tree_lstm_h", [](FunctionScope& scope, const BlockValue& child) {
        return hasForm(child, 2) ? child.at(0) : BlockValue(scope.refuse("a child is (h, c)"));
    });
    return (allOf({map(h) >> sum(), map(forget) >> sum()}) >> compose).named("tree_lstm_child_sum");
}

Block fractalNet(std::int32_t numBlocks, std::int32_t depth, const std::function<Block()>& make) {
    std::optional<Block> row;
    for (std::int32_t i = 0; i < numBlocks; ++i) {
        Block fractal = make();
        for (std::int32_t level = 1; level < depth; ++level) {
            const Block average = function("average", [](FunctionScope& /*scope*/, const BlockValue& two) {
                return BlockValue(0.5F * (two.at(0).tensor() + two.at(1).tensor()));
            });
            fractal = allOf({make(), fractal >> fractal}) >> average;
        }
        row = row ? *row >> fractal : fractal;
    }
    return row ? row->named("fractal_net") : pipe({});
}

}  // namespace blocks
}  // namespace loomscope
