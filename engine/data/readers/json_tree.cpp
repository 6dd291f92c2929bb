// SPDX-License-Identifier: Apache-2.0
#include "engine/data/readers/json_tree.h"

#include "engine/data/readers/text_lines.h"
#include "engine/data/readers/tree_assembly.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace loomscope {

namespace {

using Kind = JsonValue::Kind;
constexpr std::array<std::string_view, 4> kWordKeys = {"text", "word", "token", "form"};
constexpr std::array<std::string_view, 6> kCategoryKeys = {"label", "category", "tag", "type", "op", "name"};
constexpr std::array<std::string_view, 4> kTargetKeys = {"target", "y", "score", "value"};
constexpr std::int64_t kMaxClass = 999;

std::string_view kindName(Kind kind) {
    constexpr std::array<std::string_view, 6> kNames = {"null",     "true or false", "a number",
                                                        "a string", "a list",        "an object"};
    return kNames[static_cast<std::size_t>(kind)];
}

bool isWord(const JsonValue& value) {
    return value.kind == Kind::kString || value.kind == Kind::kNumber || value.kind == Kind::kBoolean;
}

/// Collects the nodes of one tree, parents before their children and siblings in order.
class JsonTreeReader {
public:
    explicit JsonTreeReader(const JsonDocument& document) : document_(document) {}

    JsonRecord read(std::int32_t root) {
        open_.push_back({.value = root});
        while (!open_.empty()) {
            const JsonNode next = open_.back();
            open_.pop_back();
            below_.clear();
            if (document_.at(next.value).kind == Kind::kObject) {
                addObject(next);
                findChildren(next.value);
            } else if (document_.at(next.value).kind == Kind::kArray) {
                addList(next);
            } else {
                nodes_.push_back({.parent = next.parent, .isBareWord = true, .token = textOf(next.value)});
            }
            open_.insert(open_.end(), below_.rbegin(), below_.rend());
        }
        return finish(root);
    }

    JsonRecord read(std::span<const JsonNode> nodes) {
        std::vector<bool> hasChildren(nodes.size());
        for (const JsonNode& node : nodes) {
            if (node.parent >= 0) {
                hasChildren[static_cast<std::size_t>(node.parent)] = true;
            }
        }
        std::int32_t root = nodes.front().value;
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            addObject(nodes[i]);
            isLeaf_.back() = !hasChildren[i];
            root = nodes[i].parent < 0 ? nodes[i].value : root;
        }
        return finish(root);
    }

private:
    JsonRecord finish(std::int32_t root) {
        nameLeaves();
        if (document_.at(root).kind == Kind::kObject) {
            readTargets(root);
        }
        record_.tree = assembleTree(nodes_);
        return std::move(record_);
    }

    void remark(std::int32_t value, std::string message) {
        record_.remarks.push_back({.value = value, .message = std::move(message)});
    }
    [[nodiscard]] std::string_view textOf(std::int32_t value) const { return document_.at(value).text; }
    [[nodiscard]] std::int32_t here() const { return static_cast<std::int32_t>(nodes_.size()) - 1; }

    /// Says so where a name stands twice in one object; looks only at objects of ordinary size.
    void checkNames(std::int32_t object) {
        constexpr int kMaxMembers = 64;
        int count = 0;
        for (std::int32_t member = document_.at(object).firstChild; member >= 0 && ++count <= kMaxMembers;
             member = document_.at(member).nextSibling) {
            if (document_.member(object, document_.at(member).key) != member) {
                remark(member, "this name stands twice in its object; the last one counts");
            }
        }
    }

    void addObject(const JsonNode& next) {
        checkNames(next.value);
        LooseNode node{.parent = next.parent};
        for (const std::string_view key : kWordKeys) {
            const std::int32_t member = document_.member(next.value, key);
            if (member >= 0 && isWord(document_.at(member))) {
                node.token = textOf(member);
                break;
            }
        }
        for (const std::string_view key : kCategoryKeys) {
            const std::int32_t member = document_.member(next.value, key);
            if (member < 0) {
                continue;
            }
            const JsonValue& value = document_.at(member);
            if (key == "label" && value.kind == Kind::kNumber) {
                setClass(node, member);
            } else if (isWord(value)) {
                node.category = value.text;
                break;
            }
        }
        nodes_.push_back(node);
        isLeaf_.resize(nodes_.size(), true);
    }

    void setClass(LooseNode& node, std::int32_t value) {
        const auto label = parseWhole(textOf(value));
        if (label && *label >= 0 && *label <= kMaxClass) {
            node.label = static_cast<std::int32_t>(*label);
        } else {
            remark(value, fmt::format("the class {} is no whole number from 0 to {}; this node has no class",
                                      textOf(value), kMaxClass));
        }
    }

    void findChildren(std::int32_t object) {
        const std::int32_t list = document_.member(object, "children");
        if (list < 0 || document_.at(list).kind == Kind::kNull) {
            return;
        }
        if (document_.at(list).kind != Kind::kArray) {
            remark(list, fmt::format("children is {} instead of a list; it is left out",
                                     kindName(document_.at(list).kind)));
            return;
        }
        for (std::int32_t child = document_.at(list).firstChild; child >= 0;
             child = document_.at(child).nextSibling) {
            if (document_.at(child).kind == Kind::kObject) {
                below_.push_back({.value = child, .parent = here()});
                isLeaf_.back() = false;
            } else {
                remark(child, fmt::format("a child is {} instead of an object; it is left out",
                                          kindName(document_.at(child).kind)));
            }
        }
    }

    void addList(const JsonNode& next) {
        nodes_.push_back({.parent = next.parent});
        LooseNode& node = nodes_.back();
        std::int32_t child = document_.at(next.value).firstChild;
        if (child < 0) {
            remark(next.value, "an empty list has neither a label nor words");
            return;
        }
        if (document_.at(child).kind == Kind::kNumber) {
            setClass(node, child);
            child = document_.at(child).nextSibling;
        } else if (isWord(document_.at(child))) {
            node.category = textOf(child);
            child = document_.at(child).nextSibling;
        }
        if (child < 0) {
            node.token = node.category;
        }
        for (; child >= 0; child = document_.at(child).nextSibling) {
            if (document_.at(child).kind == Kind::kArray || isWord(document_.at(child))) {
                below_.push_back({.value = child, .parent = here()});
            } else {
                remark(child, fmt::format("{} in a nested list is neither a word nor a list; it is left out",
                                          kindName(document_.at(child).kind)));
            }
        }
        if (below_.size() == 1 && isWord(document_.at(below_.front().value))) {
            node.token = textOf(below_.front().value);
            below_.clear();
        }
    }

    /// A leaf that has only a name is a word.
    void nameLeaves() {
        for (std::size_t i = 0; i < isLeaf_.size(); ++i) {
            if (isLeaf_[i] && !nodes_[i].token) {
                nodes_[i].token = nodes_[i].category;
            }
        }
    }

    void readTargets(std::int32_t root) {
        const std::int32_t all = document_.member(root, "targets");
        if (all >= 0 && document_.at(all).kind == Kind::kObject) {
            for (std::int32_t member = document_.at(all).firstChild; member >= 0;
                 member = document_.at(member).nextSibling) {
                addTarget(member);
            }
            return;
        }
        for (const std::string_view key : kTargetKeys) {
            const std::int32_t member = document_.member(root, key);
            if (member >= 0 && document_.at(member).kind == Kind::kNumber) {
                addTarget(member);
                return;
            }
        }
    }

    void addTarget(std::int32_t member) {
        const JsonValue& value = document_.at(member);
        const auto number = value.kind == Kind::kNumber ? parseFinite(value.text) : std::nullopt;
        if (number) {
            record_.targets.emplace_back(std::string(value.key), static_cast<float>(*number));
        } else if (value.kind != Kind::kNull) {
            remark(member, fmt::format("the target {} is {} instead of a number; taken as missing", value.key,
                                       kindName(value.kind)));
        }
    }

    const JsonDocument& document_;
    std::vector<JsonNode> open_;
    std::vector<JsonNode> below_;
    std::vector<LooseNode> nodes_;
    std::vector<bool> isLeaf_;  ///< of objects
    JsonRecord record_;
};

}  // namespace

JsonRecord readJsonTree(const JsonDocument& document, std::int32_t root) {
    return JsonTreeReader(document).read(root);
}

JsonRecord readJsonNodes(const JsonDocument& document, std::span<const JsonNode> nodes) {
    return JsonTreeReader(document).read(nodes);
}

}  // namespace loomscope
