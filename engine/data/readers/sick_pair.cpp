// SPDX-License-Identifier: Apache-2.0
#include "engine/data/readers/sick_pair.h"

#include "engine/data/readers/text_lines.h"
#include "engine/data/vocabulary.h"

#include <algorithm>

namespace loomscope {

std::int32_t entailmentClass(std::string_view judgment) {
    const auto found = std::ranges::find_if(
        kEntailments, [&](std::string_view name) { return toLower(name) == toLower(judgment); });
    return found == kEntailments.end() ? -1 : static_cast<std::int32_t>(found - kEntailments.begin());
}

Tree pairTrees(std::span<const LooseNode> a, std::span<const LooseNode> b, std::int32_t label) {
    std::vector<LooseNode> nodes;
    nodes.reserve(1 + a.size() + b.size());
    nodes.push_back({.label = label, .category = "PAIR"});
    for (const auto& sentence : {a, b}) {
        const auto shift = static_cast<std::int32_t>(nodes.size());
        for (LooseNode node : sentence) {
            node.parent = node.parent < 0 ? 0 : node.parent + shift;
            nodes.push_back(node);
        }
    }
    return assembleTree(nodes);
}

std::vector<LooseNode> flatSentence(std::string_view text, std::string_view category) {
    const auto words = splitWords(text);
    std::vector<LooseNode> nodes{{.category = category}};
    if (words.size() == 1) {
        nodes.front().token = words.front();
        return nodes;
    }
    for (const std::string_view word : words) {
        nodes.push_back({.parent = 0, .isBareWord = true, .token = word});
    }
    return nodes;
}

}  // namespace loomscope
