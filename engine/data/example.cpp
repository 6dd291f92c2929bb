// SPDX-License-Identifier: Apache-2.0
#include "engine/data/example.h"

#include "engine/data/treebank_token.h"

#include <algorithm>

namespace loomscope {

namespace {

constexpr std::size_t kSummaryBytes = 240;

/// Text that stops growing once it is long enough for a table cell.
class ShortText {
public:
    void addWord(std::string_view word) {
        if (text_.size() >= kSummaryBytes) {
            isCut_ = true;
            return;
        }
        if (!text_.empty()) {
            text_ += ' ';
        }
        text_ += word;
    }
    [[nodiscard]] std::string take() && { return isCut_ ? std::move(text_) + " …" : std::move(text_); }

private:
    std::string text_;
    bool isCut_ = false;
};

std::string summaryOf(const Tree& tree) {
    ShortText text;
    for (const std::string& token : tree.tokens) {
        text.addWord(displayToken(token));
    }
    return std::move(text).take();
}

std::string summaryOf(const Molecule& molecule) {
    return molecule.text.empty() ? molecule.canonical : molecule.text;
}

std::string summaryOf(const Sequence& sequence) {
    ShortText text;
    for (const std::string& token : sequence.tokens) {
        text.addWord(token);
    }
    return std::move(text).take();
}

std::string summaryOf(const Lattice& lattice) {
    ShortText text;
    for (const Lattice::Arc& arc : lattice.arcs) {
        if (!arc.isWord) {
            text.addWord(lattice.tokens[static_cast<std::size_t>(arc.token)]);
        }
    }
    return std::move(text).take();
}

}  // namespace

std::int32_t Tree::depth() const {
    std::vector<std::int32_t> depths(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const Node& node = nodes[i];
        std::int32_t below = 0;
        for (std::int32_t k = 0; k < node.numChildren; ++k) {
            const auto child =
                static_cast<std::size_t>(children[static_cast<std::size_t>(node.firstChild + k)]);
            below = std::max(below, depths[child]);
        }
        depths[i] = below + (node.isBareWord ? 0 : 1);
    }
    return depths.empty() ? 0 : depths.back();
}

std::int64_t Tree::numBrackets() const {
    return std::ranges::count_if(nodes, [](const Node& node) { return !node.isBareWord; });
}

std::string summary(const Example& example) {
    return std::visit([](const auto& structure) { return summaryOf(structure); }, example.structure);
}

}  // namespace loomscope
