// SPDX-License-Identifier: Apache-2.0
#include "engine/blocks/block_value.h"

#include "engine/blocks/value_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace loomscope {

// Items may be lists that only they own, to any depth: a destructor takes them apart with a list of its own.

struct BlockValue::ListNode {
    List items;

    explicit ListNode(List list) : items(std::move(list)) {}
    ListNode(const ListNode&) = delete;
    ListNode& operator=(const ListNode&) = delete;
    ~ListNode() { destroy(std::move(items)); }
};

struct BlockValue::FieldsNode {
    Fields fields;

    explicit FieldsNode(Fields list) : fields(std::move(list)) {}
    FieldsNode(const FieldsNode&) = delete;
    FieldsNode& operator=(const FieldsNode&) = delete;
    ~FieldsNode() {
        List pending;
        for (auto& [name, value] : fields) {
            value.releaseInto(pending);
        }
        destroy(std::move(pending));
    }
};

struct BlockValue::EndlessNode {
    BlockValue item;
};

void BlockValue::releaseInto(List& pending) {
    if (const auto* list = std::get_if<ListPointer>(&data_); list != nullptr && list->use_count() == 1) {
        std::ranges::move((*list)->items, std::back_inserter(pending));
        (*list)->items.clear();
    } else if (const auto* dict = std::get_if<FieldsPointer>(&data_);
               dict != nullptr && dict->use_count() == 1) {
        for (auto& [name, value] : (*dict)->fields) {
            pending.push_back(std::move(value));
        }
        (*dict)->fields.clear();
    }
}

void BlockValue::destroy(List pending) {
    const auto isDeep = [](const BlockValue& value) { return value.isList() || value.isDict(); };
    if (std::ranges::none_of(pending, isDeep)) {
        return;
    }
    while (!pending.empty()) {
        BlockValue value = std::move(pending.back());
        pending.pop_back();
        value.releaseInto(pending);
    }
}

BlockValue::BlockValue(std::string_view text) : data_(std::make_shared<const std::string>(text)) {}

BlockValue BlockValue::list(List items) {
    BlockValue value;
    value.data_ = std::make_shared<ListNode>(std::move(items));
    return value;
}

BlockValue BlockValue::dict(Fields fields) {
    BlockValue value;
    value.data_ = std::make_shared<FieldsNode>(std::move(fields));
    return value;
}

BlockValue BlockValue::endless(BlockValue item) {
    BlockValue value;
    value.data_ = std::make_shared<EndlessNode>(EndlessNode{std::move(item)});
    return value;
}

BlockValue BlockValue::treeNode(const Tree& tree, std::int32_t index) {
    BlockValue value;
    value.data_ = TreeNode{.tree = &tree, .index = index};
    return value;
}

const std::string* BlockValue::text() const {
    const auto* text = std::get_if<TextPointer>(&data_);
    return text == nullptr ? nullptr : text->get();
}

std::optional<double> BlockValue::number() const {
    if (const auto* whole = std::get_if<std::int64_t>(&data_)) {
        return static_cast<double>(*whole);
    }
    if (const auto* real = std::get_if<double>(&data_)) {
        return *real;
    }
    if (const bool* truth = boolean()) {
        return *truth ? 1.0 : 0.0;
    }
    return std::nullopt;
}

std::optional<std::int64_t> BlockValue::integer() const {
    if (const auto* whole = std::get_if<std::int64_t>(&data_)) {
        return *whole;
    }
    const auto real = number();
    constexpr double kLargest = 9.0e15;  // above, a double no longer holds every whole number
    if (!real || std::abs(*real) > kLargest || std::trunc(*real) != *real) {
        return std::nullopt;
    }
    return static_cast<std::int64_t>(*real);
}

Expr BlockValue::tensor() const {
    const auto* expr = std::get_if<Expr>(&data_);
    return expr == nullptr ? Expr{} : *expr;
}

std::int32_t BlockValue::part() const {
    const auto* node = std::get_if<TreeNode>(&data_);
    return node == nullptr ? -1 : node->index;
}

std::size_t BlockValue::size() const {
    if (const auto* list = std::get_if<ListPointer>(&data_)) {
        return (*list)->items.size();
    }
    if (const auto* dict = std::get_if<FieldsPointer>(&data_)) {
        return (*dict)->fields.size();
    }
    if (const std::string* letters = text()) {
        return charactersOf(*letters).size();
    }
    return isEndless() ? 1 : 0;
}

BlockValue BlockValue::at(std::size_t index) const {
    if (const auto* list = std::get_if<ListPointer>(&data_)) {
        return (*list)->items[index];
    }
    if (const auto* dict = std::get_if<FieldsPointer>(&data_)) {
        return (*dict)->fields[index].second;
    }
    if (const auto* endless = std::get_if<EndlessPointer>(&data_)) {
        return (*endless)->item;
    }
    return charactersOf(*text())[index];
}

bool BlockValue::isIterable() const {
    return isList() || isDict() || text() != nullptr;
}

std::optional<BlockValue> BlockValue::find(std::string_view name) const {
    if (const auto* node = std::get_if<TreeNode>(&data_)) {
        return findInTree(*node, name);
    }
    const auto* dict = std::get_if<FieldsPointer>(&data_);
    if (dict == nullptr) {
        return std::nullopt;
    }
    const auto found =
        std::ranges::find((*dict)->fields, name, [](const auto& field) { return field.first; });
    return found == (*dict)->fields.end() ? std::nullopt : std::optional(found->second);
}

std::optional<BlockValue> BlockValue::findInTree(const TreeNode& node, std::string_view name) const {
    const Tree& tree = *node.tree;
    const Tree::Node& facts = tree.nodes[static_cast<std::size_t>(node.index)];
    if (name == "children") {
        List children;
        for (std::int32_t i = 0; i < facts.numChildren; ++i) {
            const auto place = static_cast<std::size_t>(facts.firstChild + i);
            children.push_back(treeNode(tree, tree.children[place]));
        }
        return list(std::move(children));
    }
    if (name == "word") {
        return facts.token < 0
                   ? BlockValue()
                   : BlockValue(std::string_view(tree.tokens[static_cast<std::size_t>(facts.token)]));
    }
    if (name == "category") {
        return facts.category < 0
                   ? BlockValue()
                   : BlockValue(std::string_view(tree.categories[static_cast<std::size_t>(facts.category)]));
    }
    if (name == "label") {
        return facts.label < 0 ? BlockValue() : BlockValue(facts.label);
    }
    if (name == "index") {
        return BlockValue(node.index);
    }
    return std::nullopt;
}

std::vector<std::string> BlockValue::fieldNames() const {
    if (std::holds_alternative<TreeNode>(data_)) {
        return {"children", "word", "label", "category", "index"};
    }
    std::vector<std::string> names;
    if (const auto* dict = std::get_if<FieldsPointer>(&data_)) {
        std::ranges::transform((*dict)->fields, std::back_inserter(names),
                               [](const auto& field) { return field.first; });
    }
    return names;
}

bool BlockValue::operator==(const BlockValue& other) const {
    if (const auto a = number()) {
        const auto b = other.number();
        return b && *a == *b;
    }
    if (data_.index() != other.data_.index()) {
        return false;
    }
    if (const std::string* letters = text()) {
        return *letters == *other.text();
    }
    if (isTensor()) {
        return tensor().id == other.tensor().id;
    }
    if (const auto* node = std::get_if<TreeNode>(&data_)) {
        const auto& twin = std::get<TreeNode>(other.data_);
        return node->tree == twin.tree && node->index == twin.index;
    }
    return deepEqual(*this, other);
}

std::string BlockValue::summary() const {
    return valueText(*this);
}

std::vector<std::string_view> charactersOf(std::string_view utf8) {
    std::vector<std::string_view> pieces;
    std::size_t start = 0;
    for (std::size_t i = 1; i <= utf8.size(); ++i) {
        const bool isContinued = i < utf8.size() && (static_cast<unsigned char>(utf8[i]) & 0xC0U) == 0x80U;
        if (!isContinued) {
            pieces.push_back(utf8.substr(start, i - start));
            start = i;
        }
    }
    return pieces;
}

}  // namespace loomscope
