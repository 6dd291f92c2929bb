// SPDX-License-Identifier: Apache-2.0
#include "engine/blocks/composition.h"

#include "engine/blocks/basic_blocks.h"
#include "engine/blocks/block_run.h"
#include "engine/blocks/block_typing.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace loomscope {

namespace {

class CompositionNode final : public CompositeNode {
public:
    /// `children` in an order in which each comes after what it reads.
    CompositionNode(std::vector<Composition::Child> children, std::vector<Wire> output)
        : children_(std::move(children)), output_(std::move(output)) {}

    [[nodiscard]] std::string name() const override { return "composition"; }
    [[nodiscard]] std::vector<Block> parts() const override {
        std::vector<Block> parts;
        std::ranges::transform(children_, std::back_inserter(parts), &Composition::Child::block);
        return parts;
    }
    [[nodiscard]] bool takesNothing() const override {
        const auto readsInput = [](const std::vector<Wire>& wires) {
            return std::ranges::any_of(wires, [](const Wire& wire) { return wire.source == Wire::kInput; });
        };
        return !readsInput(output_) &&
               std::ranges::none_of(children_, [&](const auto& child) { return readsInput(child.from); });
    }

    void infer(BlockTyping& typing, BlockPlace& self) const override {
        TypeTable& types = typing.types();
        std::vector<bool> isRead(children_.size(), false);
        const auto termOf = [&](const std::vector<Wire>& wires) {
            std::vector<TypeTerm> items;
            for (const Wire& wire : wires) {
                items.push_back(wireTerm(typing, self, wire));
                if (wire.source != Wire::kInput) {
                    isRead[wire.source] = true;
                }
            }
            return items.empty() ? types.nothing() : items.size() == 1 ? items[0] : types.tuple(items);
        };
        for (std::size_t i = 0; i < children_.size() && !typing.hasError(); ++i) {
            BlockPlace& place = typing.add(children_[i].block, self, fmt::format("{}", i + 1));
            typing.same(place, termOf(children_[i].from), place.in, "input");
        }
        if (typing.hasError()) {
            return;
        }
        typing.output(self, termOf(output_));
        for (std::size_t i = 0; i < children_.size(); ++i) {
            if (!isRead[i]) {
                requireNothing(typing, *self.children[i]);
            }
        }
    }

    BlockTask evaluate(BlockRun& run, const BlockPlace& self, BlockValue input) const override {
        std::vector<BlockValue> values;
        for (std::size_t i = 0; i < children_.size(); ++i) {
            Result<BlockValue> read = gather(self, children_[i].from, input, values);
            if (!read) {
                co_return fail(read.error());
            }
            BlockValue value = co_await run.call(*self.children[i], *std::move(read));
            values.push_back(std::move(value));
        }
        co_return gather(self, output_, input, values);
    }

private:
    static TypeTerm wireTerm(BlockTyping& typing, BlockPlace& self, const Wire& wire) {
        TypeTerm term = wire.source == Wire::kInput ? self.in : self.children[wire.source]->out;
        for (const ItemKey& key : wire.keys) {
            const TypeTerm item = typing.types().unknown();
            inferItem(typing, self, term, key, item);
            term = item;
        }
        return term;
    }

    static void requireNothing(BlockTyping& typing, BlockPlace& place) {
        typing.later(place, [&typing, &place]() -> Result<bool> {
            const TypeTable& types = typing.types();
            if (types.isKnown(place.out) && !types.isKind(place.out, BlockType::Kind::kVoid)) {
                return fail(ErrorCode::kType,
                            fmt::format("its output ({}) is not used; read it, or drop it with nothing()",
                                        types.text(place.out)));
            }
            return types.isKnown(place.out);
        });
    }

    [[nodiscard]] static Result<BlockValue> gather(const BlockPlace& self, const std::vector<Wire>& wires,
                                                   const BlockValue& input,
                                                   const std::vector<BlockValue>& values) {
        BlockValue::List items;
        for (const Wire& wire : wires) {
            BlockValue value = wire.source == Wire::kInput ? input : values[wire.source];
            const BlockType* type =
                wire.source == Wire::kInput ? &self.input : &self.children[wire.source]->output;
            static const BlockType kInner = BlockType::object();
            for (const ItemKey& key : wire.keys) {
                LOOM_TRY(value, takeItem(*type, value, key));
                const bool isNamed = std::holds_alternative<std::int64_t>(key) && !type->items().empty() &&
                                     type->kind() != BlockType::Kind::kSequence;
                const auto index = isNamed ? std::get<std::int64_t>(key) : 0;
                const auto size = static_cast<std::int64_t>(type->items().size());
                type = isNamed ? &type->items()[static_cast<std::size_t>(index < 0 ? index + size : index)]
                               : &kInner;
            }
            items.push_back(std::move(value));
        }
        return items.empty()       ? BlockValue()
               : items.size() == 1 ? items[0]
                                   : BlockValue::list(std::move(items));
    }

    std::vector<Composition::Child> children_;
    std::vector<Wire> output_;
};

/// Blocks in a row.
class PipeNode final : public CompositeNode {
public:
    explicit PipeNode(std::vector<Block> blocks) : blocks_(std::move(blocks)) {}
    [[nodiscard]] std::string name() const override { return "pipe"; }
    [[nodiscard]] std::vector<Block> parts() const override { return blocks_; }
    [[nodiscard]] bool takesNothing() const override { return blocks_.front().node().takesNothing(); }

    void infer(BlockTyping& typing, BlockPlace& self) const override {
        TypeTerm between = self.in;
        for (std::size_t i = 0; i < blocks_.size() && !typing.hasError(); ++i) {
            const bool isLast = i + 1 == blocks_.size();
            const TypeTerm next = isLast ? self.out : typing.types().unknown();
            BlockPlace& place = typing.add(blocks_[i], self, fmt::format("{}", i + 1));
            typing.same(place, between, place.in, "input");
            typing.same(place, place.out, next, "output");
            between = next;
        }
    }

    BlockTask evaluate(BlockRun& run, const BlockPlace& self, BlockValue input) const override {
        BlockValue value = std::move(input);
        for (const BlockPlace* place : self.children) {
            value = co_await run.call(*place, std::move(value));
        }
        co_return value;
    }

private:
    std::vector<Block> blocks_;
};

/// Orders blocks so that each comes after what it reads: from the output down, then those nobody reads.
class ChildOrder {
public:
    explicit ChildOrder(const std::vector<Composition::Child>& children)
        : children_(&children), states_(children.size(), State::kNew) {}

    /// False if there is a cycle.
    bool visit(std::size_t start) {
        std::vector<std::pair<std::size_t, std::size_t>> path{{start, 0}};
        while (!path.empty()) {
            auto& [at, next] = path.back();
            if (states_[at] == State::kDone) {
                path.pop_back();
                continue;
            }
            states_[at] = State::kOpen;
            const auto& from = (*children_)[at].from;
            if (next == from.size()) {
                states_[at] = State::kDone;
                order.push_back(at);
                path.pop_back();
                continue;
            }
            const std::size_t source = from[next++].source;
            if (source == Wire::kInput) {
                continue;
            }
            if (states_[source] == State::kOpen) {
                return false;
            }
            path.emplace_back(source, 0);
        }
        return true;
    }

    std::vector<std::size_t> order;

private:
    enum class State : std::uint8_t { kNew, kOpen, kDone };
    const std::vector<Composition::Child>* children_;
    std::vector<State> states_;
};

}  // namespace

bool Composition::isOurs(const std::vector<Wire>& wires) const {
    return std::ranges::all_of(wires, [&](const Wire& wire) { return wire.composition == id_.get(); });
}

void Composition::refuse(std::string message) {
    if (!error_) {
        error_ =
            Error{.code = ErrorCode::kInvalid, .message = std::move(message), .context = {}, .position = {}};
    }
}

Wire Composition::add(const Block& block, std::vector<Wire> from) {
    children_.push_back({.block = block, .from = {}});
    Wire wire{.composition = id_.get(), .source = children_.size() - 1, .keys = {}};
    if (!from.empty()) {
        connect(std::move(from), wire);
    }
    return wire;
}

void Composition::connect(std::vector<Wire> from, const Wire& to) {
    if (!isOurs(from) || !isOurs({to})) {
        refuse("a wire belongs to another composition");
    } else if (to.source == Wire::kInput || !to.keys.empty()) {
        refuse("a wire must end at a block, not at the composition's own input or at an item");
    } else if (!children_[to.source].from.empty()) {
        refuse(fmt::format("the input of {} (block {}) is connected already",
                           children_[to.source].block.text(), to.source + 1));
    } else {
        children_[to.source].from = std::move(from);
    }
}

void Composition::setOutput(std::vector<Wire> from) {
    if (!isOurs(from)) {
        refuse("a wire belongs to another composition");
    } else if (!output_.empty()) {
        refuse("the output of the composition is connected already");
    } else {
        output_ = std::move(from);
    }
}

Result<Block> Composition::build() const {
    if (error_) {
        return fail(*error_);
    }
    ChildOrder order(children_);
    bool isSound = true;
    for (const Wire& wire : output_) {
        isSound = isSound && (wire.source == Wire::kInput || order.visit(wire.source));
    }
    for (std::size_t i = 0; i < children_.size(); ++i) {
        isSound = isSound && order.visit(i);
    }
    if (!isSound) {
        return fail(ErrorCode::kInvalid,
                    "blocks of the composition are wired in a cycle; for recursion declare "
                    "the block forward");
    }
    std::vector<std::size_t> places(children_.size());
    for (std::size_t i = 0; i < order.order.size(); ++i) {
        places[order.order[i]] = i;
    }
    const auto renumber = [&](std::vector<Wire> wires) {
        for (Wire& wire : wires) {
            wire.source = wire.source == Wire::kInput ? wire.source : places[wire.source];
        }
        return wires;
    };
    std::vector<Child> children;
    for (const std::size_t i : order.order) {
        children.push_back({.block = children_[i].block, .from = renumber(children_[i].from)});
    }
    return makeBlock<CompositionNode>(std::move(children), renumber(output_));
}

namespace blocks {

Block pipe(const std::vector<Block>& blocks) {
    std::vector<Block> kept;
    std::ranges::copy_if(blocks, std::back_inserter(kept),
                         [](const Block& block) { return block.node().name() != "identity"; });
    if (kept.empty()) {
        return blocks.empty() ? identity() : blocks.front();
    }
    return kept.size() == 1 ? kept.front() : makeBlock<PipeNode>(std::move(kept));
}

}  // namespace blocks

Block operator>>(const Block& first, const Block& second) {
    std::vector<Block> row;
    for (const Block& block : {first, second}) {
        const bool isPipe = dynamic_cast<const PipeNode*>(&block.node()) != nullptr && block.label().empty();
        const auto parts = isPipe ? block.node().parts() : std::vector{block};
        row.insert(row.end(), parts.begin(), parts.end());
    }
    return blocks::pipe(row);
}

}  // namespace loomscope
