// SPDX-License-Identifier: Apache-2.0
#include "engine/blocks/function_block.h"

#include "engine/blocks/block_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace loomscope {

namespace {

/// The body as a cell, and where each of its outputs comes from.
struct FunctionCell {
    struct Source {
        bool isArgument = false;  ///< passed through: an argument of the call
        std::size_t index = 0;
    };
    std::shared_ptr<const Cell> cell;  ///< null if all outputs are arguments
    std::vector<Source> sources;       ///< by leaf of the output
};

struct FunctionCells {
    FunctionCell training;
    FunctionCell evaluation;
    BlockType output;
};

struct FunctionState final : PlaceState {
    std::shared_ptr<const FunctionCells> cells;
};

bool isTuple(const BlockType& type) {
    return type.kind() == BlockType::Kind::kTuple || type.kind() == BlockType::Kind::kDict;
}

bool isTensors(const BlockType& type) {
    return type.isTensor() || (isTuple(type) && std::ranges::all_of(type.items(), isTensors));
}

void flatten(const BlockType& type, const BlockValue& value, std::vector<Expr>& leaves) {
    if (type.isTensor()) {
        leaves.push_back(value.tensor());
        return;
    }
    for (std::size_t i = 0; i < type.items().size(); ++i) {
        flatten(type.items()[i], value.at(i), leaves);
    }
}

/// A value of `type` whose leaves are those of `next`.
template <class Next>
BlockValue unflatten(const BlockType& type, const Next& next) {
    if (type.isTensor()) {
        return next(type.shape());
    }
    BlockValue::List items;
    for (const BlockType& item : type.items()) {
        items.push_back(unflatten(item, next));
    }
    return BlockValue::list(std::move(items));
}

Result<BlockType> typeOf(const BlockValue& value) {
    if (value.isTensor()) {
        return BlockType::tensor(value.tensor().shape());
    }
    if (!value.isList()) {
        return fail(ErrorCode::kType, fmt::format("it gives {}, which is no tensor", value.summary()));
    }
    std::vector<BlockType> items;
    for (std::size_t i = 0; i < value.size(); ++i) {
        LOOM_TRY(BlockType item, typeOf(value.at(i)));
        items.push_back(std::move(item));
    }
    return BlockType::tuple(std::move(items));
}

class FunctionNode final : public BlockNode {
public:
    FunctionNode(std::string name, FunctionBody body, FunctionInput input)
        : name_(std::move(name)), body_(std::move(body)), input_(std::move(input)) {}
    [[nodiscard]] std::string name() const override { return name_; }

    void infer(BlockTyping& typing, BlockPlace& self) const override {
        if (!body_) {
            typing.refuse(self, {.code = ErrorCode::kType, .message = "there is no function to call"});
            return;
        }
        if (input_) {
            typing.input(self, input_(typing.types()));
        }
        typing.later(self, [this, &typing, &self]() -> Result<bool> {
            const auto input = typing.types().resolve(self.in);
            if (!input) {
                return false;
            }
            if (!isTensors(*input) || input->terminals().empty()) {
                return fail(ErrorCode::kType,
                            fmt::format("bad input type {}: a tensor, or a tuple of tensors, is expected",
                                        input->text()));
            }
            LOOM_TRY(const auto cells, makeCells(typing, *input));
            auto state = std::make_unique<FunctionState>();
            state->cells = cells;
            self.state = std::move(state);
            typing.output(self, typing.types().add(cells->output));
            return true;
        });
    }

    Result<BlockValue> apply(BlockRun& run, const BlockPlace& self, const BlockValue& input) const override {
        const FunctionCells& cells = *static_cast<const FunctionState&>(*self.state).cells;
        const FunctionCell& chosen = run.isTraining() ? cells.training : cells.evaluation;
        std::vector<Expr> arguments;
        flatten(self.input, input, arguments);
        NodeOutputs outputs;
        if (chosen.cell != nullptr) {
            std::vector<std::int32_t> streams(chosen.cell->payloadNodes().size());
            std::ranges::generate(streams, [&] { return run.nextStream(); });
            outputs = run.builder().call(chosen.cell, arguments, streams);
        }
        std::size_t leaf = 0;
        return unflatten(cells.output, [&](const Shape& /*shape*/) -> BlockValue {
            const auto& source = chosen.sources[leaf++];
            return source.isArgument ? arguments[source.index] : outputs[source.index];
        });
    }

private:
    Result<std::shared_ptr<const FunctionCells>> makeCells(BlockTyping& typing,
                                                           const BlockType& input) const {
        std::shared_ptr<const void>& kept = typing.cells(*this, input.text());
        if (kept == nullptr) {
            auto cells = std::make_shared<FunctionCells>();
            LOOM_TRY(cells->evaluation, makeCell(typing, input, false, cells->output));
            LOOM_TRY(cells->training, makeCell(typing, input, true, cells->output));
            const bool isRandom =
                cells->training.cell != nullptr && !cells->training.cell->payloadNodes().empty();
            if (!isRandom) {
                cells->training = cells->evaluation;
            }
            kept = cells;
        }
        return std::static_pointer_cast<const FunctionCells>(kept);
    }

    Result<FunctionCell> makeCell(BlockTyping& typing, const BlockType& input, bool isTraining,
                                  BlockType& output) const {
        Graph graph(typing.context().signatures);
        GraphBuilder builder(graph, *typing.context().parameters);
        FunctionScope scope(builder, typing.context(), typing.parameterPrefix(*this), isTraining);
        std::vector<ValueId> formals;
        const BlockValue arguments = unflatten(input, [&](const Shape& shape) -> BlockValue {
            const Expr formal = builder.formal(shape);
            formals.push_back(formal.id);
            return formal;
        });
        const BlockValue result = body_(scope, arguments);
        LOOM_TRY_VOID(builder.finish());
        LOOM_TRY(output, typeOf(result));
        std::vector<Expr> leaves;
        flatten(output, result, leaves);
        if (leaves.empty()) {
            return fail(ErrorCode::kType, "it gives no tensor");
        }
        FunctionCell made;
        std::vector<ValueId> outputs;
        for (const Expr& leaf : leaves) {
            const auto formal = std::ranges::find(formals, leaf.id);
            const bool isArgument = formal != formals.end();
            auto place = std::ranges::find(outputs, leaf.id);
            if (!isArgument && place == outputs.end()) {
                outputs.push_back(leaf.id);
                place = outputs.end() - 1;
            }
            made.sources.push_back({.isArgument = isArgument,
                                    .index = static_cast<std::size_t>(isArgument ? formal - formals.begin()
                                                                                 : place - outputs.begin())});
        }
        if (!outputs.empty()) {
            LOOM_TRY(made.cell, Cell::make(name_, std::move(graph), std::move(outputs)));
        }
        return made;
    }

    std::string name_;
    FunctionBody body_;
    FunctionInput input_;
};

}  // namespace

Expr FunctionScope::refuse(std::string message) {
    return builder_->refuse({.code = ErrorCode::kType, .message = std::move(message)});
}

Expr FunctionScope::parameter(std::string_view name, Shape shape, Initializer initializer, bool isDecayed) {
    ParameterStore& store = *context_->parameters;
    const std::string full = fmt::format("{}.{}", prefix_, name);
    ParameterId id = store.find(full);
    if (id.isValid() && !(store.parameter(id).shape == shape)) {
        return refuse(
            fmt::format("its parameter {} is {} elsewhere and would be {} here: a layer that is used "
                        "in several places needs inputs of one shape",
                        full, store.parameter(id).shape.text(), shape.text()));
    }
    if (!id.isValid()) {
        id = store.add(full, shape, initializer, context_->seed);
        store.parameter(id).isDecayed = isDecayed;
    }
    return builder_->parameter(id);
}

Expr FunctionScope::weight(std::string_view name, Shape shape, Initializer initializer) {
    return parameter(name, shape, initializer, true);
}

Expr FunctionScope::bias(std::string_view name, Shape shape) {
    return parameter(name, shape, {.kind = Initializer::Kind::kZero}, false);
}

namespace blocks {

Block function(std::string name, FunctionBody body, FunctionInput input) {
    return makeBlock<FunctionNode>(std::move(name), std::move(body), std::move(input));
}

}  // namespace blocks
}  // namespace loomscope
