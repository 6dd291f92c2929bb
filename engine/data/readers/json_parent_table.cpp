// SPDX-License-Identifier: Apache-2.0
#include "engine/data/readers/json_parent_table.h"

#include "engine/data/readers/tree_assembly.h"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <unordered_map>

namespace loomscope {

namespace {

using Kind = JsonValue::Kind;
constexpr std::array<std::string_view, 3> kParentKeys = {"parent", "parentId", "parent_id"};

std::int32_t parentMember(const JsonDocument& document, std::int32_t object) {
    for (const std::string_view key : kParentKeys) {
        if (const std::int32_t member = document.member(object, key); member >= 0) {
            return member;
        }
    }
    return -1;
}

bool isName(const JsonValue& value) {
    return value.kind == Kind::kString || value.kind == Kind::kNumber;
}

tl::unexpected<Error> failAt(const JsonDocument& document, std::int32_t value, std::string message) {
    return fail(ErrorCode::kParse, fmt::format("{} at {}", message, document.pathOf(value)),
                {.column = static_cast<std::int64_t>(document.at(value).offset) + 1});
}

/// Deals the objects out to the trees they belong to.
std::vector<std::vector<JsonNode>> separate(const std::vector<std::int32_t>& objects,
                                            const std::vector<std::int32_t>& parents) {
    std::vector<std::int32_t> rootOf(objects.size(), -1);
    std::vector<std::size_t> way;
    for (std::size_t i = 0; i < objects.size(); ++i) {
        std::size_t at = i;
        way.clear();
        while (rootOf[at] < 0 && parents[at] >= 0) {
            way.push_back(at);
            at = static_cast<std::size_t>(parents[at]);
        }
        rootOf[at] = rootOf[at] < 0 ? static_cast<std::int32_t>(at) : rootOf[at];
        for (const std::size_t node : way) {
            rootOf[node] = rootOf[at];
        }
    }
    std::vector<std::vector<JsonNode>> trees;
    std::unordered_map<std::int32_t, std::size_t> treeOf;
    std::vector<std::int32_t> placeOf(objects.size());
    for (std::size_t i = 0; i < objects.size(); ++i) {
        const auto [entry, isNew] = treeOf.emplace(rootOf[i], trees.size());
        if (isNew) {
            trees.emplace_back();
        }
        placeOf[i] = static_cast<std::int32_t>(trees[entry->second].size());
        trees[entry->second].push_back({.value = objects[i], .parent = parents[i]});
    }
    for (auto& tree : trees) {
        for (JsonNode& node : tree) {
            node.parent = node.parent < 0 ? -1 : placeOf[static_cast<std::size_t>(node.parent)];
        }
    }
    return trees;
}

}  // namespace

bool isParentTable(const JsonDocument& document, std::int32_t list) {
    if (document.at(list).kind != Kind::kArray) {
        return false;
    }
    bool hasParent = false;
    for (std::int32_t item = document.at(list).firstChild; item >= 0; item = document.at(item).nextSibling) {
        const bool isObject = document.at(item).kind == Kind::kObject;
        const std::int32_t id = isObject ? document.member(item, "id") : -1;
        if (id < 0 || !isName(document.at(id)) || document.member(item, "children") >= 0) {
            return false;
        }
        hasParent = hasParent || parentMember(document, item) >= 0;
    }
    return hasParent;
}

Result<std::vector<std::vector<JsonNode>>> readParentTable(const JsonDocument& document, std::int32_t list) {
    std::vector<std::int32_t> objects;
    std::unordered_map<std::string_view, std::int32_t> placeOf;
    for (std::int32_t item = document.at(list).firstChild; item >= 0; item = document.at(item).nextSibling) {
        const std::int32_t id = document.member(item, "id");
        if (!placeOf.emplace(document.at(id).text, static_cast<std::int32_t>(objects.size())).second) {
            return failAt(document, id, fmt::format("the id {} stands twice", document.at(id).text));
        }
        objects.push_back(item);
    }
    std::vector<std::int32_t> parents;
    for (const std::int32_t object : objects) {
        const std::int32_t member = parentMember(document, object);
        const bool isRoot = member < 0 || document.at(member).kind == Kind::kNull ||
                            (document.at(member).kind == Kind::kString && document.at(member).text.empty());
        if (isRoot) {
            parents.push_back(-1);
            continue;
        }
        const auto parent = placeOf.find(document.at(member).text);
        if (!isName(document.at(member)) || parent == placeOf.end()) {
            return failAt(document, member,
                          fmt::format("the parent {} does not exist", document.at(member).text));
        }
        parents.push_back(parent->second);
    }
    const auto fault = findTreeFault(parents);
    if (fault && fault->kind != TreeFault::Kind::kSeveralRoots) {
        const std::int32_t node = fault->nodes.empty() ? 0 : fault->nodes.front();
        return failAt(document, objects[static_cast<std::size_t>(node)],
                      "the parents form a circle that no root leads to");
    }
    return separate(objects, parents);
}

}  // namespace loomscope
