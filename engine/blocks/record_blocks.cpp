// SPDX-License-Identifier: Apache-2.0
#include "engine/blocks/record_blocks.h"

#include "engine/blocks/block_run.h"
#include "engine/blocks/block_typing.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace loomscope {

namespace {

class RecordNode final : public CompositeNode {
public:
    /// `names` is empty, or has one name a block.
    RecordNode(std::vector<std::string> names, std::vector<Block> blocks)
        : names_(std::move(names)), blocks_(std::move(blocks)) {}
    [[nodiscard]] std::string name() const override { return "record"; }
    [[nodiscard]] std::vector<Block> parts() const override { return blocks_; }

    void infer(BlockTyping& typing, BlockPlace& self) const override {
        TypeTable& types = typing.types();
        std::vector<TypeTerm> outputs;
        for (std::size_t i = 0; i < blocks_.size() && !typing.hasError(); ++i) {
            outputs.push_back(
                typing.add(blocks_[i], self, names_.empty() ? fmt::format("{}", i + 1) : names_[i]).out);
        }
        typing.output(self, types.tuple(outputs, names_));
        typing.later(self, [this, &typing, &self]() -> Result<bool> { return wire(typing, self); });
    }

    BlockTask evaluate(BlockRun& run, const BlockPlace& self, BlockValue input) const override {
        BlockValue::List items;
        BlockValue::Fields fields;
        for (std::size_t i = 0; i < blocks_.size(); ++i) {
            BlockValue item;
            if (!blocks_[i].node().takesNothing()) {
                Result<BlockValue> taken = takeItem(self.input, input, keyOf(self, i));
                if (!taken) {
                    co_return fail(taken.error());
                }
                item = *std::move(taken);
            }
            BlockValue value = co_await run.call(*self.children[i], std::move(item));
            if (names_.empty()) {
                items.push_back(std::move(value));
            } else {
                fields.emplace_back(names_[i], std::move(value));
            }
        }
        co_return names_.empty() ? BlockValue::list(std::move(items)) : BlockValue::dict(std::move(fields));
    }

private:
    /// Fields of objects and dicts go by name, items of tuples by place.
    [[nodiscard]] ItemKey keyOf(const BlockPlace& self, std::size_t index) const {
        if (names_.empty() || self.input.kind() == BlockType::Kind::kTuple) {
            return static_cast<std::int64_t>(index);
        }
        return names_[index];
    }

    Result<bool> wire(BlockTyping& typing, BlockPlace& self) const {
        using Kind = BlockType::Kind;
        TypeTable& types = typing.types();
        if (!types.isKnown(self.in)) {
            return false;
        }
        const Kind kind = types.kind(self.in);
        const bool isTuple = kind == Kind::kTuple || kind == Kind::kDict;
        if (kind != Kind::kObject && !isTuple) {
            return fail(
                ErrorCode::kType,
                fmt::format("bad input type {}: an object, tuple or dict is expected", types.text(self.in)));
        }
        if (isTuple && types.items(self.in).size() != blocks_.size()) {
            return fail(ErrorCode::kType,
                        fmt::format("a record of {} reads {}, a tuple of {}", blocks_.size(),
                                    types.text(self.in), types.items(self.in).size()));
        }
        for (std::size_t i = 0; i < blocks_.size(); ++i) {
            if (blocks_[i].node().takesNothing()) {
                continue;
            }
            BlockPlace& child = *self.children[i];
            const bool isByName = kind == Kind::kDict && !names_.empty();
            inferItem(typing, child, self.in,
                      isByName || kind == Kind::kObject
                          ? (names_.empty() ? ItemKey(static_cast<std::int64_t>(i)) : ItemKey(names_[i]))
                          : ItemKey(static_cast<std::int64_t>(i)),
                      child.in);
        }
        return true;
    }

    std::vector<std::string> names_;
    std::vector<Block> blocks_;
};

class AllOfNode final : public CompositeNode {
public:
    explicit AllOfNode(std::vector<Block> blocks) : blocks_(std::move(blocks)) {}
    [[nodiscard]] std::string name() const override { return "all_of"; }
    [[nodiscard]] std::vector<Block> parts() const override { return blocks_; }
    [[nodiscard]] bool takesNothing() const override {
        return !blocks_.empty() &&
               std::ranges::all_of(blocks_, [](const Block& block) { return block.node().takesNothing(); });
    }

    void infer(BlockTyping& typing, BlockPlace& self) const override {
        TypeTable& types = typing.types();
        std::vector<TypeTerm> outputs;
        for (std::size_t i = 0; i < blocks_.size() && !typing.hasError(); ++i) {
            const TypeTerm in = blocks_[i].node().takesNothing() ? types.nothing() : self.in;
            outputs.push_back(
                typing.add(blocks_[i], &self, fmt::format("{}", i + 1), in, types.unknown()).out);
        }
        typing.output(self, outputs.empty() ? types.nothing() : types.tuple(outputs));
    }

    BlockTask evaluate(BlockRun& run, const BlockPlace& self, BlockValue input) const override {
        BlockValue::List items;
        for (const BlockPlace* place : self.children) {
            BlockValue value = co_await run.call(*place, input);
            items.push_back(std::move(value));
        }
        co_return items.empty() ? BlockValue() : BlockValue::list(std::move(items));
    }

private:
    std::vector<Block> blocks_;
};

class OneOfNode final : public CompositeNode {
public:
    OneOfNode(Block key, std::vector<std::pair<BlockValue, Block>> cases, std::optional<Block> before)
        : key_(std::move(key)), cases_(std::move(cases)), before_(std::move(before)) {}
    [[nodiscard]] std::string name() const override { return "one_of"; }
    [[nodiscard]] std::vector<Block> parts() const override {
        std::vector<Block> parts{key_};
        std::ranges::transform(cases_, std::back_inserter(parts),
                               [](const auto& each) { return each.second; });
        if (before_) {
            parts.push_back(*before_);
        }
        return parts;
    }

    /// The places are those of the cases, then of the key, then of `before`.
    void infer(BlockTyping& typing, BlockPlace& self) const override {
        if (cases_.empty()) {
            typing.refuse(self,
                          {.code = ErrorCode::kInvalid, .message = "there are no cases to choose from"});
            return;
        }
        const TypeTerm read = before_ ? typing.types().unknown() : self.in;
        for (const auto& [key, block] : cases_) {
            const std::string step = key.text() != nullptr ? *key.text() : key.summary();
            const TypeTerm in = block.node().takesNothing() ? typing.types().nothing() : read;
            typing.add(block, &self, step, in, self.out);
        }
        typing.add(key_, &self, "key", self.in, typing.types().object());
        if (before_) {
            typing.add(*before_, &self, "before", self.in, read);
        }
    }

    BlockTask evaluate(BlockRun& run, const BlockPlace& self, BlockValue input) const override {
        const BlockValue key = co_await run.call(*self.children[cases_.size()], input);
        const auto found = std::ranges::find_if(cases_, [&](const auto& each) { return each.first == key; });
        if (found == cases_.end()) {
            co_return fail(ErrorCode::kNotFound,
                           fmt::format("no case {}; there are {}", key.summary(), keys()));
        }
        BlockValue read = std::move(input);
        if (before_) {
            read = co_await run.call(*self.children[cases_.size() + 1], std::move(read));
        }
        BlockValue value = co_await run.call(*self.children[static_cast<std::size_t>(found - cases_.begin())],
                                             std::move(read));
        co_return value;
    }

private:
    [[nodiscard]] std::string keys() const {
        std::string keys;
        for (const auto& [key, block] : cases_) {
            keys += (keys.empty() ? "" : ", ") + key.summary();
        }
        return keys;
    }

    Block key_;
    std::vector<std::pair<BlockValue, Block>> cases_;
    std::optional<Block> before_;
};

}  // namespace

namespace blocks {

Block record(std::vector<std::pair<std::string, Block>> fields) {
    std::vector<std::string> names;
    std::vector<Block> items;
    for (auto& [name, block] : fields) {
        names.push_back(std::move(name));
        items.push_back(std::move(block));
    }
    return makeBlock<RecordNode>(std::move(names), std::move(items));
}

Block recordOf(std::vector<Block> items) {
    return makeBlock<RecordNode>(std::vector<std::string>(), std::move(items));
}

Block allOf(std::vector<Block> blocks) {
    return makeBlock<AllOfNode>(std::move(blocks));
}

Block oneOf(Block key, std::vector<std::pair<BlockValue, Block>> cases, std::optional<Block> before) {
    return makeBlock<OneOfNode>(std::move(key), std::move(cases), std::move(before));
}

Block oneOf(HostFunction key, std::vector<std::pair<BlockValue, Block>> cases, std::optional<Block> before) {
    return oneOf(inputTransform("key", std::move(key)), std::move(cases), std::move(before));
}

}  // namespace blocks
}  // namespace loomscope
