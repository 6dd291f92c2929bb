// SPDX-License-Identifier: Apache-2.0
#include "engine/data/readers/tree_assembly.h"

#include "engine/base/check.h"

#include <unordered_map>
#include <utility>

namespace loomscope {

namespace {

/// Children of each node in the order of the list, as one array and where each node's begin.
struct ChildLists {
    std::vector<std::size_t> first;
    std::vector<std::size_t> nodes;
    std::size_t root = 0;

    explicit ChildLists(std::span<const LooseNode> all) : first(all.size() + 1), nodes(all.size()) {
        for (const LooseNode& node : all) {
            if (node.parent >= 0) {
                ++first[static_cast<std::size_t>(node.parent) + 1];
            }
        }
        for (std::size_t i = 1; i < first.size(); ++i) {
            first[i] += first[i - 1];
        }
        std::vector<std::size_t> next(first.begin(), first.end() - 1);
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (all[i].parent < 0) {
                root = i;
            } else {
                nodes[next[static_cast<std::size_t>(all[i].parent)]++] = i;
            }
        }
    }
};

std::vector<std::size_t> postOrder(const ChildLists& lists, std::size_t size) {
    std::vector<std::size_t> order;
    order.reserve(size);
    std::vector<std::pair<std::size_t, std::size_t>> path{{lists.root, lists.first[lists.root]}};
    while (!path.empty()) {
        auto& [node, next] = path.back();
        if (next == lists.first[node + 1]) {
            order.push_back(node);
            path.pop_back();
        } else {
            const std::size_t child = lists.nodes[next++];
            path.emplace_back(child, lists.first[child]);
        }
    }
    return order;
}

/// The nodes of the cycle that `start` leads to.
std::vector<std::int32_t> cycleFrom(std::span<const std::int32_t> parents, std::int32_t start) {
    std::vector<bool> isSeen(parents.size());
    std::int32_t at = start;
    while (!isSeen[static_cast<std::size_t>(at)]) {
        isSeen[static_cast<std::size_t>(at)] = true;
        at = parents[static_cast<std::size_t>(at)];
    }
    std::vector<std::int32_t> cycle{at};
    for (std::int32_t next = parents[static_cast<std::size_t>(at)]; next != at;
         next = parents[static_cast<std::size_t>(next)]) {
        cycle.push_back(next);
    }
    return cycle;
}

}  // namespace

std::optional<TreeFault> findTreeFault(std::span<const std::int32_t> parents) {
    const auto size = static_cast<std::int32_t>(parents.size());
    std::vector<std::int32_t> roots;
    for (std::int32_t i = 0; i < size; ++i) {
        const std::int32_t parent = parents[static_cast<std::size_t>(i)];
        if (parent >= size) {
            return TreeFault{.kind = TreeFault::Kind::kOutOfRange, .nodes = {i}};
        }
        if (parent < 0) {
            roots.push_back(i);
        }
    }
    enum class State : std::uint8_t { kNew, kOnPath, kDone };
    std::vector<State> states(parents.size(), State::kNew);
    std::vector<std::int32_t> path;
    for (std::int32_t i = 0; i < size; ++i) {
        std::int32_t at = i;
        path.clear();
        while (at >= 0 && states[static_cast<std::size_t>(at)] == State::kNew) {
            states[static_cast<std::size_t>(at)] = State::kOnPath;
            path.push_back(at);
            at = parents[static_cast<std::size_t>(at)];
        }
        if (at >= 0 && states[static_cast<std::size_t>(at)] == State::kOnPath) {
            return TreeFault{.kind = TreeFault::Kind::kCycle, .nodes = cycleFrom(parents, at)};
        }
        for (const std::int32_t node : path) {
            states[static_cast<std::size_t>(node)] = State::kDone;
        }
    }
    if (roots.size() == 1) {
        return std::nullopt;
    }
    return TreeFault{.kind = roots.empty() ? TreeFault::Kind::kNoRoot : TreeFault::Kind::kSeveralRoots,
                     .nodes = std::move(roots)};
}

Tree assembleTree(std::span<const LooseNode> nodes) {
    const ChildLists lists(nodes);
    const std::vector<std::size_t> order = postOrder(lists, nodes.size());
    LOOM_CHECK(order.size() == nodes.size(), "nodes that are no tree");
    Tree tree;
    std::vector<std::int32_t> place(nodes.size());
    std::vector<std::int32_t> tokenOf(nodes.size(), -1);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].token) {
            tokenOf[i] = static_cast<std::int32_t>(tree.tokens.size());
            tree.tokens.emplace_back(*nodes[i].token);
        }
    }
    std::unordered_map<std::string_view, std::int32_t> categories;
    for (const std::size_t i : order) {
        place[i] = static_cast<std::int32_t>(tree.nodes.size());
        Tree::Node node{.label = nodes[i].label,
                        .token = tokenOf[i],
                        .firstChild = static_cast<std::int32_t>(tree.children.size()),
                        .numChildren = static_cast<std::int32_t>(lists.first[i + 1] - lists.first[i])};
        for (std::size_t c = lists.first[i]; c < lists.first[i + 1]; ++c) {
            tree.children.push_back(place[lists.nodes[c]]);
        }
        if (nodes[i].category) {
            const auto next = static_cast<std::int32_t>(tree.categories.size());
            const auto [entry, isNew] = categories.emplace(*nodes[i].category, next);
            if (isNew) {
                tree.categories.emplace_back(*nodes[i].category);
            }
            node.category = entry->second;
        }
        node.isBareWord = nodes[i].isBareWord;
        tree.nodes.push_back(node);
    }
    return tree;
}

}  // namespace loomscope
