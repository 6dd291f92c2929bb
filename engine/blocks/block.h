// SPDX-License-Identifier: Apache-2.0
// A block: a typed function from a value to a value, of which models are composed. Written once, run for
// every example.
//
//     const Block word = blocks::field("word") >> blocks::embedding({.size = 300});
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace loomscope {

class BlockNode;

/// Immutable and cheap to copy; may be used in several places. What it learns is shared between them.
class Block {
public:
    explicit Block(std::shared_ptr<const BlockNode> node) : node_(std::move(node)) {}

    [[nodiscard]] const BlockNode& node() const { return *node_; }
    [[nodiscard]] const std::shared_ptr<const BlockNode>& shared() const { return node_; }
    /// The name its user gave it; empty if none.
    [[nodiscard]] const std::string& label() const { return label_; }
    /// The same block with a name for messages.
    [[nodiscard]] Block named(std::string label) const;
    /// Readable form: "map(dense)".
    [[nodiscard]] std::string text() const;

private:
    std::shared_ptr<const BlockNode> node_;
    std::string label_;
};

/// First `first`, then `second`.
[[nodiscard]] Block operator>>(const Block& first, const Block& second);

}  // namespace loomscope
