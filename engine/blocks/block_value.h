// SPDX-License-Identifier: Apache-2.0
// What flows through blocks: data of the host, like JSON, and values of the graph, in tuples and sequences.
#pragma once

#include "engine/data/example.h"
#include "engine/graph/expr.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace loomscope {

/// An immutable value, cheap to copy. A list is a sequence, a tuple or a list of the host alike. The fields
/// of a node of a tree are made when they are asked for: "children", "word", "label", "category" and
/// "index". Any depth is built, read and destroyed without recursion.
class BlockValue {
public:
    using List = std::vector<BlockValue>;
    using Fields = std::vector<std::pair<std::string, BlockValue>>;

    /// Nothing; also JSON's null.
    BlockValue() = default;
    BlockValue(bool value) : data_(value) {}               // NOLINT(google-explicit-constructor)
    BlockValue(std::int64_t value) : data_(value) {}       // NOLINT(google-explicit-constructor)
    BlockValue(int value) : data_(std::int64_t{value}) {}  // NOLINT(google-explicit-constructor)
    BlockValue(double value) : data_(value) {}             // NOLINT(google-explicit-constructor)
    BlockValue(std::string_view text);                     // NOLINT(google-explicit-constructor)
    BlockValue(const char* text)
        : BlockValue(std::string_view(text)) {}  // NOLINT(google-explicit-constructor)
    BlockValue(Expr value) : data_(value) {}     // NOLINT(google-explicit-constructor)
    static BlockValue list(List items);
    /// In the order given; names are distinct.
    static BlockValue dict(Fields fields);
    /// One value, repeated without end.
    static BlockValue endless(BlockValue item);
    /// A node of a tree, which must outlive the value.
    static BlockValue treeNode(const Tree& tree, std::int32_t index);

    [[nodiscard]] bool isNothing() const { return std::holds_alternative<std::monostate>(data_); }
    [[nodiscard]] bool isList() const { return std::holds_alternative<ListPointer>(data_); }
    [[nodiscard]] bool isDict() const { return std::holds_alternative<FieldsPointer>(data_); }
    [[nodiscard]] bool isEndless() const { return std::holds_alternative<EndlessPointer>(data_); }
    [[nodiscard]] bool isTensor() const { return std::holds_alternative<Expr>(data_); }
    [[nodiscard]] const std::string* text() const;
    [[nodiscard]] const bool* boolean() const { return std::get_if<bool>(&data_); }
    /// The number, if it is one; a truth value counts as 0 or 1.
    [[nodiscard]] std::optional<double> number() const;
    /// The number, if it is a whole one.
    [[nodiscard]] std::optional<std::int64_t> integer() const;
    /// Invalid unless isTensor().
    [[nodiscard]] Expr tensor() const;
    /// Of a tree's node its place in the tree, else −1.
    [[nodiscard]] std::int32_t part() const;

    /// Items of a list or dict, characters of a text; 1 of something endless; else 0.
    [[nodiscard]] std::size_t size() const;
    /// An item of a list, dict or text; of something endless always the same. `index` must be below size()
    /// unless it is endless.
    [[nodiscard]] BlockValue at(std::size_t index) const;
    /// A field of a dict or of a tree's node; null if there is none.
    [[nodiscard]] std::optional<BlockValue> find(std::string_view name) const;
    /// Names of a dict's or a tree node's fields.
    [[nodiscard]] std::vector<std::string> fieldNames() const;
    /// True of what has items that can be counted: a list, a text, a dict.
    [[nodiscard]] bool isIterable() const;

    /// Readable form for messages, shortened: `{"a": [1, 2, …]}`.
    [[nodiscard]] std::string summary() const;
    /// Host data are equal by content, tensors by identity; numbers by value, truth values as 0 and 1.
    bool operator==(const BlockValue& other) const;

private:
    struct ListNode;
    struct FieldsNode;
    struct TreeNode {
        const Tree* tree = nullptr;
        std::int32_t index = 0;
    };
    struct EndlessNode;
    using ListPointer = std::shared_ptr<ListNode>;
    using FieldsPointer = std::shared_ptr<FieldsNode>;
    using TextPointer = std::shared_ptr<const std::string>;
    using EndlessPointer = std::shared_ptr<EndlessNode>;

    [[nodiscard]] std::optional<BlockValue> findInTree(const TreeNode& node, std::string_view name) const;
    /// Moves what only this value owns to `pending`, so that destroying it destroys nothing below it.
    void releaseInto(List& pending);
    static void destroy(List pending);

    std::variant<std::monostate, bool, std::int64_t, double, TextPointer, ListPointer, FieldsPointer,
                 EndlessPointer, TreeNode, Expr>
        data_;
};

/// The characters of UTF-8 text, one piece each.
[[nodiscard]] std::vector<std::string_view> charactersOf(std::string_view utf8);

}  // namespace loomscope
