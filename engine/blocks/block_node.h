// SPDX-License-Identifier: Apache-2.0
// What a kind of block is: how its types follow from each other, and how it turns a value into another.
#pragma once

#include "engine/base/result.h"
#include "engine/blocks/block.h"
#include "engine/blocks/block_task.h"
#include "engine/blocks/block_value.h"
#include "engine/blocks/type_table.h"

#include <memory>
#include <string>
#include <vector>

namespace loomscope {

class BlockRun;
class BlockTyping;

/// What a kind of block keeps for one of its places in a model.
struct PlaceState {
    PlaceState() = default;
    PlaceState(const PlaceState&) = delete;
    PlaceState& operator=(const PlaceState&) = delete;
    virtual ~PlaceState() = default;
};

/// A block at one place of a model: there its types are settled.
struct BlockPlace {
    Block block;
    TypeTerm in;
    TypeTerm out;
    std::vector<BlockPlace*> children;  ///< owned by the compiled model
    const BlockPlace* parent = nullptr;
    std::string step;  ///< its name within its parent
    std::unique_ptr<PlaceState> state;
    BlockType input;   ///< once all types are known
    BlockType output;  ///< likewise
};

/// Immutable; shared by all copies of a block. Threads: safe to share.
class BlockNode {
public:
    BlockNode() = default;
    BlockNode(const BlockNode&) = delete;
    BlockNode& operator=(const BlockNode&) = delete;
    virtual ~BlockNode() = default;

    /// The word for it in messages: "map", "dense".
    [[nodiscard]] virtual std::string name() const = 0;
    /// The blocks it is made of.
    [[nodiscard]] virtual std::vector<Block> parts() const { return {}; }
    /// True if it has no input: it is not wired to one.
    [[nodiscard]] virtual bool takesNothing() const { return false; }
    /// Says what is true of the types at `self`, and adds the places of its parts.
    virtual void infer(BlockTyping& typing, BlockPlace& self) const = 0;
    /// The block whose work this one stands for at `self`.
    [[nodiscard]] virtual const BlockPlace& target(const BlockPlace& self) const { return self; }

    /// True if apply() is its work; else evaluate() is, which runs other blocks.
    [[nodiscard]] virtual bool isLeaf() const { return true; }
    virtual Result<BlockValue> apply(BlockRun& run, const BlockPlace& self, const BlockValue& input) const;
    virtual BlockTask evaluate(BlockRun& run, const BlockPlace& self, BlockValue input) const;
};

/// Base of what runs other blocks.
class CompositeNode : public BlockNode {
public:
    [[nodiscard]] bool isLeaf() const final { return false; }
    BlockTask evaluate(BlockRun& run, const BlockPlace& self, BlockValue input) const override = 0;
};

/// Makes a block of a kind.
template <class Node, class... Arguments>
[[nodiscard]] Block makeBlock(Arguments&&... arguments) {
    return Block(std::make_shared<const Node>(std::forward<Arguments>(arguments)...));
}

}  // namespace loomscope
