// SPDX-License-Identifier: Apache-2.0
// Blocks from sequences to sequences.
#include "engine/blocks/sequence_blocks.h"

#include "engine/blocks/block_run.h"
#include "engine/blocks/sequence_typing.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace loomscope {

namespace {

class MapNode final : public CompositeNode {
public:
    explicit MapNode(Block block) : block_(std::move(block)) {}
    [[nodiscard]] std::string name() const override { return "map"; }
    [[nodiscard]] std::vector<Block> parts() const override { return {block_}; }

    void infer(BlockTyping& typing, BlockPlace& self) const override {
        BlockPlace& child = typing.add(block_, self, "item");
        inferLike(typing, self, self.in, child.in, self.out, child.out);
    }

    BlockTask evaluate(BlockRun& run, const BlockPlace& self, BlockValue input) const override {
        if (const auto found = requireItems(input); !found) {
            co_return fail(found.error());
        }
        BlockValue::List items;
        const std::size_t size = input.size();
        items.reserve(size);
        for (std::size_t i = 0; i < size; ++i) {
            BlockValue value = co_await run.call(*self.children[0], input.at(i));
            items.push_back(std::move(value));
        }
        co_return input.isEndless() ? BlockValue::endless(std::move(items[0]))
                                    : BlockValue::list(std::move(items));
    }

private:
    Block block_;
};

class BroadcastNode final : public BlockNode {
public:
    [[nodiscard]] std::string name() const override { return "broadcast"; }
    void infer(BlockTyping& typing, BlockPlace& self) const override {
        typing.output(self, typing.types().broadcast(self.in));
    }
    Result<BlockValue> apply(BlockRun& /*run*/, const BlockPlace& /*self*/,
                             const BlockValue& input) const override {
        return BlockValue::endless(input);
    }
};

class ZipNode final : public BlockNode {
public:
    [[nodiscard]] std::string name() const override { return "zip"; }

    void infer(BlockTyping& typing, BlockPlace& self) const override {
        typing.later(self, [this, &typing, &self]() -> Result<bool> { return follow(typing, self); });
    }

    Result<BlockValue> apply(BlockRun& /*run*/, const BlockPlace& /*self*/,
                             const BlockValue& input) const override {
        std::optional<std::size_t> shortest;
        for (std::size_t i = 0; i < input.size(); ++i) {
            const BlockValue list = input.at(i);
            LOOM_TRY_VOID(requireItems(list));
            if (!list.isEndless()) {
                shortest = std::min(shortest.value_or(list.size()), list.size());
            }
        }
        BlockValue::List rows;
        for (std::size_t row = 0; row < shortest.value_or(1); ++row) {
            BlockValue::List items;
            for (std::size_t i = 0; i < input.size(); ++i) {
                items.push_back(input.at(i).at(row));
            }
            rows.push_back(BlockValue::list(std::move(items)));
        }
        return shortest ? BlockValue::list(std::move(rows)) : BlockValue::endless(std::move(rows[0]));
    }

private:
    /// Settled once the kinds of all lists are known.
    Result<bool> follow(BlockTyping& typing, BlockPlace& self) const {
        using Kind = BlockType::Kind;
        TypeTable& types = typing.types();
        if (!types.isKnown(self.in)) {
            return false;
        }
        const bool isTuple = types.isKind(self.in, Kind::kTuple) || types.isKind(self.in, Kind::kDict);
        if (!isTuple || types.items(self.in).empty()) {
            return fail(ErrorCode::kType, fmt::format("bad input type {}: a tuple of sequences is expected",
                                                      types.text(self.in)));
        }
        const auto lists = types.items(self.in);
        if (!std::ranges::all_of(lists, [&](TypeTerm list) { return types.isKnown(list); })) {
            return false;
        }
        const bool isEndless =
            std::ranges::all_of(lists, [&](TypeTerm list) { return types.isKind(list, Kind::kBroadcast); });
        std::vector<TypeTerm> items;
        for (const TypeTerm list : lists) {
            items.push_back(types.unknown());
            typing.items(self, list, items.back());
        }
        const TypeTerm row = types.tuple(items);
        typing.output(self, isEndless ? types.broadcast(row) : types.sequence(row));
        return true;
    }
};

class NGramsNode final : public BlockNode {
public:
    explicit NGramsNode(std::int32_t n) : n_(n) {}
    [[nodiscard]] std::string name() const override { return "n_grams"; }

    void infer(BlockTyping& typing, BlockPlace& self) const override {
        if (n_ < 1) {
            typing.refuse(self, {.code = ErrorCode::kInvalid,
                                 .message = fmt::format("n is {}; it must be at least 1", n_)});
            return;
        }
        const TypeTerm item = typing.types().unknown();
        const TypeTerm gram = typing.types().tuple(std::vector<TypeTerm>(static_cast<std::size_t>(n_), item));
        inferLike(typing, self, self.in, item, self.out, gram);
    }

    Result<BlockValue> apply(BlockRun& /*run*/, const BlockPlace& /*self*/,
                             const BlockValue& input) const override {
        LOOM_TRY_VOID(requireItems(input));
        const auto n = static_cast<std::size_t>(n_);
        BlockValue::List grams;
        const std::size_t size = input.isEndless() ? n : input.size();
        for (std::size_t first = 0; first + n <= size; ++first) {
            BlockValue::List gram;
            for (std::size_t i = 0; i < n; ++i) {
                gram.push_back(input.at(first + i));
            }
            grams.push_back(BlockValue::list(std::move(gram)));
        }
        return input.isEndless() ? BlockValue::endless(std::move(grams[0]))
                                 : BlockValue::list(std::move(grams));
    }

private:
    std::int32_t n_;
};

class JoinNode final : public BlockNode {
public:
    [[nodiscard]] std::string name() const override { return "join"; }
    void infer(BlockTyping& typing, BlockPlace& self) const override {
        const TypeTerm list = typing.types().unknown();
        const TypeTerm item = typing.types().unknown();
        typing.items(self, self.in, list);
        inferFinite(typing, self, list, item);
        typing.output(self, typing.types().sequence(item));
    }
    Result<BlockValue> apply(BlockRun& /*run*/, const BlockPlace& /*self*/,
                             const BlockValue& input) const override {
        BlockValue::List items;
        for (std::size_t i = 0; i < input.size(); ++i) {
            const BlockValue list = input.at(i);
            LOOM_TRY_VOID(requireItems(list));
            for (std::size_t k = 0; k < list.size(); ++k) {
                items.push_back(list.at(k));
            }
        }
        return BlockValue::list(std::move(items));
    }
};

}  // namespace

namespace blocks {

Block map(Block block) {
    return makeBlock<MapNode>(std::move(block));
}

Block broadcast() {
    return makeBlock<BroadcastNode>();
}

Block zip() {
    return makeBlock<ZipNode>();
}

Block zipWith(Block block) {
    return zip() >> map(std::move(block));
}

Block nGrams(std::int32_t n) {
    return makeBlock<NGramsNode>(n);
}

Block join() {
    return makeBlock<JoinNode>();
}

}  // namespace blocks
}  // namespace loomscope
