// SPDX-License-Identifier: Apache-2.0
#include "engine/data/tree_transform.h"

#include <algorithm>
#include <span>

namespace loomscope {

namespace {

std::span<const std::int32_t> childrenOf(const Tree& tree, const Tree::Node& node) {
    return std::span(tree.children)
        .subspan(static_cast<std::size_t>(node.firstChild), static_cast<std::size_t>(node.numChildren));
}

/// Copies the nodes of one tree into another, children before parents.
class TreeCopy {
public:
    explicit TreeCopy(const Tree& source) : source_(source), copies_(source.nodes.size(), -1) {
        result_.categories = source.categories;
    }

    /// The copy of a node of the source, or −1 if it was left out.
    [[nodiscard]] std::int32_t copyOf(std::int32_t id) const { return copies_[static_cast<std::size_t>(id)]; }

    /// Copies a node with those of its children that have copies.
    void keep(std::int32_t id) {
        Tree::Node node = source_.nodes[static_cast<std::size_t>(id)];
        const auto first = static_cast<std::int32_t>(result_.children.size());
        for (const std::int32_t child : childrenOf(source_, node)) {
            if (copyOf(child) >= 0) {
                result_.children.push_back(copyOf(child));
            }
        }
        node.firstChild = node.numChildren > 0 ? first : 0;
        node.numChildren = static_cast<std::int32_t>(result_.children.size()) - first;
        if (node.token >= 0) {
            result_.tokens.push_back(source_.tokens[static_cast<std::size_t>(node.token)]);
            node.token = static_cast<std::int32_t>(result_.tokens.size()) - 1;
        }
        copies_[static_cast<std::size_t>(id)] = static_cast<std::int32_t>(result_.nodes.size());
        result_.nodes.push_back(node);
    }

    /// Lets a node take the place of its only child, which must be the last node copied.
    void absorbChild(std::int32_t id, std::int32_t child) {
        const Tree::Node& node = source_.nodes[static_cast<std::size_t>(id)];
        Tree::Node& copy = result_.nodes.back();
        copy.label = node.label;
        copy.category = node.category;
        copy.isBareWord = false;
        copies_[static_cast<std::size_t>(id)] = copyOf(child);
    }

    [[nodiscard]] Tree take() && { return std::move(result_); }

private:
    const Tree& source_;
    std::vector<std::int32_t> copies_;
    Tree result_;
};

}  // namespace

Tree collapseUnary(const Tree& tree) {
    TreeCopy copy(tree);
    for (std::int32_t id = 0; id <= tree.root(); ++id) {
        const Tree::Node& node = tree.nodes[static_cast<std::size_t>(id)];
        if (node.numChildren == 1) {
            copy.absorbChild(id, childrenOf(tree, node).front());
        } else {
            copy.keep(id);
        }
    }
    return std::move(copy).take();
}

Tree removeEmptyElements(const Tree& tree) {
    const auto found = std::ranges::find(tree.categories, "-NONE-");
    if (found == tree.categories.end()) {
        return tree;
    }
    const auto empty = static_cast<std::int32_t>(found - tree.categories.begin());
    TreeCopy copy(tree);
    for (std::int32_t id = 0; id <= tree.root(); ++id) {
        const Tree::Node& node = tree.nodes[static_cast<std::size_t>(id)];
        const bool isLeaf = node.numChildren == 0;
        const bool hasChild = std::ranges::any_of(
            childrenOf(tree, node), [&](std::int32_t child) { return copy.copyOf(child) >= 0; });
        if (isLeaf ? node.category != empty : hasChild) {
            copy.keep(id);
        }
    }
    return std::move(copy).take();
}

}  // namespace loomscope
