// SPDX-License-Identifier: Apache-2.0
// Blocks that combine the items of a sequence.
#include "engine/blocks/basic_blocks.h"
#include "engine/blocks/block_run.h"
#include "engine/blocks/function_block.h"
#include "engine/blocks/record_blocks.h"
#include "engine/blocks/sequence_blocks.h"
#include "engine/blocks/sequence_typing.h"
#include "engine/blocks/zero_value.h"

#include <utility>

namespace loomscope {

namespace {

class FoldNode final : public CompositeNode {
public:
    FoldNode(Block combine, Block start) : combine_(std::move(combine)), start_(std::move(start)) {}
    [[nodiscard]] std::string name() const override { return "fold"; }
    [[nodiscard]] std::vector<Block> parts() const override { return {combine_, start_}; }

    void infer(BlockTyping& typing, BlockPlace& self) const override {
        TypeTable& types = typing.types();
        const TypeTerm item = types.unknown();
        typing.add(start_, &self, "start", types.nothing(), self.out);
        typing.add(combine_, &self, "combine", types.tuple({self.out, item}), self.out);
        inferFinite(typing, self, self.in, item);
    }

    BlockTask evaluate(BlockRun& run, const BlockPlace& self, BlockValue input) const override {
        if (const auto items = requireItems(input); !items) {
            co_return fail(items.error());
        }
        BlockValue state = co_await run.call(*self.children[0], BlockValue());
        const std::size_t size = input.size();
        for (std::size_t i = 0; i < size; ++i) {
            BlockValue pair = BlockValue::list({state, input.at(i)});
            state = co_await run.call(*self.children[1], std::move(pair));
        }
        co_return state;
    }

private:
    Block combine_;
    Block start_;
};

class ReduceNode final : public CompositeNode {
public:
    ReduceNode(std::string name, Block combine, std::optional<Block> otherwise)
        : name_(std::move(name)), combine_(std::move(combine)), otherwise_(std::move(otherwise)) {}
    [[nodiscard]] std::string name() const override { return name_; }
    [[nodiscard]] std::vector<Block> parts() const override {
        return otherwise_ ? std::vector{combine_, *otherwise_} : std::vector{combine_};
    }

    void infer(BlockTyping& typing, BlockPlace& self) const override {
        TypeTable& types = typing.types();
        typing.items(self, self.in, self.out, [](BlockType::Kind kind) -> Result<void> {
            if (kind == BlockType::Kind::kBroadcast || kind == BlockType::Kind::kObject) {
                return fail(ErrorCode::kType,
                            "bad input type: a sequence or tuple of one type is expected, "
                            "with an end; map over the items of an object first");
            }
            return {};
        });
        typing.add(combine_, &self, "combine", types.tuple({self.out, self.out}), self.out);
        if (otherwise_) {
            typing.add(*otherwise_, &self, "otherwise", types.nothing(), self.out);
        } else {
            requireZeros(typing, self, self.out);
        }
    }

    BlockTask evaluate(BlockRun& run, const BlockPlace& self, BlockValue input) const override {
        if (input.size() == 0) {
            if (!otherwise_) {
                co_return zeroValue(run, self.output);
            }
            BlockValue value = co_await run.call(*self.children[1], BlockValue());
            co_return value;
        }
        BlockValue::List items;
        for (std::size_t i = 0; i < input.size(); ++i) {
            items.push_back(input.at(i));
        }
        while (items.size() > 1) {
            BlockValue::List next;
            for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
                BlockValue pair = BlockValue::list({items[i], items[i + 1]});
                BlockValue value = co_await run.call(*self.children[0], std::move(pair));
                next.push_back(std::move(value));
            }
            if (items.size() % 2 == 1) {
                next.push_back(items.back());
            }
            items = std::move(next);
        }
        co_return items.front();
    }

private:
    std::string name_;
    Block combine_;
    std::optional<Block> otherwise_;
};

class RnnNode final : public CompositeNode {
public:
    RnnNode(Block cell, std::optional<Block> initial, bool isFromInput)
        : cell_(std::move(cell)), initial_(std::move(initial)), isFromInput_(isFromInput) {}
    [[nodiscard]] std::string name() const override { return "rnn"; }
    [[nodiscard]] std::vector<Block> parts() const override {
        return initial_ ? std::vector{cell_, *initial_} : std::vector{cell_};
    }

    void infer(BlockTyping& typing, BlockPlace& self) const override {
        TypeTable& types = typing.types();
        const TypeTerm list = isFromInput_ ? types.unknown() : self.in;
        const TypeTerm item = types.unknown();
        const TypeTerm state = types.unknown();
        const TypeTerm made = types.unknown();
        if (isFromInput_) {
            typing.input(self, types.tuple({list, state}));
        }
        inferFinite(typing, self, list, item);
        typing.output(self, types.tuple({types.sequence(made), state}));
        typing.add(cell_, &self, "cell", types.tuple({item, state}), types.tuple({made, state}));
        if (initial_) {
            typing.add(*initial_, &self, "initial", types.nothing(), state);
        } else if (!isFromInput_) {
            requireZeros(typing, self, state);
        }
    }

    BlockTask evaluate(BlockRun& run, const BlockPlace& self, BlockValue input) const override {
        const BlockValue items = isFromInput_ ? input.at(0) : input;
        if (const auto found = requireItems(items); !found) {
            co_return fail(found.error());
        }
        BlockValue state;
        if (isFromInput_) {
            state = input.at(1);
        } else if (initial_) {
            state = co_await run.call(*self.children[1], BlockValue());
        } else {
            state = zeroValue(run, self.output.items()[1]);
        }
        BlockValue::List outputs;
        const std::size_t size = items.size();
        for (std::size_t i = 0; i < size; ++i) {
            BlockValue pair = BlockValue::list({items.at(i), state});
            const BlockValue step = co_await run.call(*self.children[0], std::move(pair));
            outputs.push_back(step.at(0));
            state = step.at(1);
        }
        BlockValue::List both;
        both.push_back(BlockValue::list(std::move(outputs)));
        both.push_back(std::move(state));
        co_return BlockValue::list(std::move(both));
    }

private:
    Block cell_;
    std::optional<Block> initial_;
    bool isFromInput_;
};

Block reduceOf(std::string name, const char* op) {
    return makeBlock<ReduceNode>(std::move(name), blocks::op(op), std::nullopt);
}

}  // namespace

namespace blocks {

Block fold(Block combine, Block start) {
    return makeBlock<FoldNode>(std::move(combine), std::move(start));
}

Block reduce(Block combine, std::optional<Block> otherwise) {
    return makeBlock<ReduceNode>("reduce", std::move(combine), std::move(otherwise));
}

Block sum() {
    return reduceOf("sum", "add");
}

Block min() {
    return reduceOf("min", "minimum");
}

Block max() {
    return reduceOf("max", "maximum");
}

Block mean() {
    const Block divide = function("divide", [](FunctionScope& /*scope*/, const BlockValue& input) {
        return BlockValue(input.at(0).tensor() * input.at(1).tensor());
    });
    return (allOf({sum(), inverseLength()}) >> divide).named("mean");
}

Block rnn(Block cell, std::optional<Block> initial) {
    return makeBlock<RnnNode>(std::move(cell), std::move(initial), false);
}

Block rnnFrom(Block cell) {
    return makeBlock<RnnNode>(std::move(cell), std::nullopt, true);
}

}  // namespace blocks
}  // namespace loomscope
