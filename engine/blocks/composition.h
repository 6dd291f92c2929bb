// SPDX-License-Identifier: Apache-2.0
// Blocks that are wired to each other: one after the other, or as a graph without cycles.
//
//     Composition c;
//     const auto e = c.add(embed, {c.input()});
//     c.setOutput({c.add(left, {e}), c.add(right, {e})});
//     LOOM_TRY(const Block block, c.build());
#pragma once

#include "engine/base/result.h"
#include "engine/blocks/block.h"
#include "engine/blocks/item_key.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace loomscope {

/// What a wire comes from: the input of a composition or the output of one of its blocks, or an item of it.
struct Wire {
    static constexpr std::size_t kInput = static_cast<std::size_t>(-1);
    const void* composition = nullptr;
    std::size_t source = kInput;
    std::vector<ItemKey> keys;

    /// An item of what comes through.
    [[nodiscard]] Wire operator[](ItemKey key) const {
        Wire item = *this;
        item.keys.push_back(std::move(key));
        return item;
    }
};

/// Wires blocks. A block that reads several wires reads a tuple of them; one that reads none takes nothing.
class Composition {
public:
    [[nodiscard]] Wire input() const { return {.composition = id_.get(), .keys = {}}; }
    /// Adds a block that reads `from`; the wire is its output.
    Wire add(const Block& block, std::vector<Wire> from);
    /// Adds a block that is connected later, or takes nothing.
    Wire add(const Block& block) { return add(block, {}); }
    void connect(std::vector<Wire> from, const Wire& to);
    void setOutput(std::vector<Wire> from);
    /// A single wire is the output itself, several are a tuple. Errors: kInvalid for a wire of another
    /// composition, an input or output that was connected twice, a cycle.
    [[nodiscard]] Result<Block> build() const;

    /// One block and what it reads.
    struct Child {
        Block block;
        std::vector<Wire> from;
    };

private:
    void refuse(std::string message);
    [[nodiscard]] bool isOurs(const std::vector<Wire>& wires) const;

    std::shared_ptr<int> id_ = std::make_shared<int>(0);
    std::vector<Child> children_;
    std::vector<Wire> output_;
    std::optional<Error> error_;
};

namespace blocks {

/// One after the other; identities are left out, and of none an identity remains.
[[nodiscard]] Block pipe(const std::vector<Block>& blocks);

}  // namespace blocks
}  // namespace loomscope
