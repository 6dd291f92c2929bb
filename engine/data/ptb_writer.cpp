// SPDX-License-Identifier: Apache-2.0
#include "engine/data/ptb_writer.h"

#include <fmt/format.h>

#include <iterator>

namespace loomscope {

namespace {

/// Whether a word comes first behind the label, and would be read as the label if there was none.
bool beginsWithWord(const Tree& tree, const Tree::Node& node) {
    if (node.numChildren == 0) {
        return node.token >= 0;
    }
    const std::int32_t first = tree.children[static_cast<std::size_t>(node.firstChild)];
    return tree.nodes[static_cast<std::size_t>(first)].isBareWord;
}

void writeLabel(std::string& out, const Tree& tree, const Tree::Node& node) {
    if (node.label >= 0) {
        fmt::format_to(std::back_inserter(out), "{}", node.label);
    } else if (node.category >= 0) {
        out += tree.categories[static_cast<std::size_t>(node.category)];
    } else if (beginsWithWord(tree, node)) {
        out += '?';
    }
}

/// Where the walk stands in a node: which child comes next.
struct Visit {
    std::int32_t node = 0;
    std::int32_t nextChild = 0;
};

}  // namespace

std::string writePtb(const Tree& tree) {
    std::string out;
    std::vector<Visit> path;
    const auto enter = [&](std::int32_t id) {
        const Tree::Node& node = tree.nodes[static_cast<std::size_t>(id)];
        if (!node.isBareWord) {
            out += '(';
            writeLabel(out, tree, node);
        }
        if (node.token >= 0) {
            if (!node.isBareWord) {
                out += ' ';
            }
            out += tree.tokens[static_cast<std::size_t>(node.token)];
        }
        path.push_back({id, 0});
    };
    if (!tree.nodes.empty()) {
        enter(tree.root());
    }
    while (!path.empty()) {
        Visit& visit = path.back();
        const Tree::Node& node = tree.nodes[static_cast<std::size_t>(visit.node)];
        if (visit.nextChild < node.numChildren) {
            const auto child = tree.children[static_cast<std::size_t>(node.firstChild + visit.nextChild++)];
            out += ' ';
            enter(child);
        } else {
            if (!node.isBareWord) {
                out += out.back() == '\\' ? " )" : ")";  // no escape where there was none
            }
            path.pop_back();
        }
    }
    return out;
}

}  // namespace loomscope
