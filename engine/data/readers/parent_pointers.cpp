// SPDX-License-Identifier: Apache-2.0
#include "engine/data/readers/parent_pointers.h"

#include "engine/data/readers/text_lines.h"

#include <fmt/format.h>

#include <algorithm>

namespace loomscope {

namespace {

std::string describe(const TreeFault& fault) {
    const int node = fault.nodes.empty() ? 0 : fault.nodes.front() + 1;
    switch (fault.kind) {
        case TreeFault::Kind::kNoRoot:
            return "no pointer is 0, so there is no root";
        case TreeFault::Kind::kSeveralRoots:
            return fmt::format("{} pointers are 0 where only the root's is", fault.nodes.size());
        case TreeFault::Kind::kOutOfRange:
            return fmt::format("pointer {} is larger than the number of nodes", node);
        case TreeFault::Kind::kCycle:
            return fmt::format("the pointers run in a circle through node {}", node);
    }
    return {};
}

/// The phrases of a constituency tree stand behind its words; a child's place is that of its first word.
void orderByWords(std::vector<LooseNode>& nodes, std::size_t numWords) {
    const std::size_t none = nodes.size();
    std::vector<std::size_t> firstWord(nodes.size(), none);
    std::vector<std::size_t> order(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        order[i] = i;
    }
    for (std::size_t word = 0; word < numWords; ++word) {
        for (auto at = static_cast<std::int32_t>(word);
             at >= 0 && firstWord[static_cast<std::size_t>(at)] == none;
             at = nodes[static_cast<std::size_t>(at)].parent) {
            firstWord[static_cast<std::size_t>(at)] = word;
        }
    }
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return firstWord[i]; });
    std::vector<std::int32_t> place(nodes.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        place[order[i]] = static_cast<std::int32_t>(i);
    }
    std::vector<LooseNode> sorted;
    for (const std::size_t i : order) {
        LooseNode node = nodes[i];
        node.parent = node.parent < 0 ? -1 : place[static_cast<std::size_t>(node.parent)];
        sorted.push_back(node);
    }
    nodes = std::move(sorted);
}

}  // namespace

Result<std::vector<LooseNode>> readParentPointers(std::string_view words, std::string_view pointers,
                                                  std::string_view relations) {
    const auto tokens = splitWords(words);
    const auto numbers = splitWords(pointers);
    const auto names = splitWords(relations);
    const bool isDependency = numbers.size() == tokens.size();
    if (tokens.empty()) {
        return fail(ErrorCode::kParse, "a sentence without a word");
    }
    if (!isDependency && numbers.size() != 2 * tokens.size() - 1) {
        return fail(ErrorCode::kParse,
                    fmt::format("{} pointers for {} words; a dependency tree has as many as words, a "
                                "constituency tree {}",
                                numbers.size(), tokens.size(), 2 * tokens.size() - 1));
    }
    std::vector<std::int32_t> parents;
    for (const std::string_view number : numbers) {
        const auto parent = parseWhole(number);
        if (!parent || *parent < 0 || *parent > static_cast<std::int64_t>(numbers.size())) {
            return fail(ErrorCode::kParse,
                        fmt::format("'{}' is no pointer to one of the {} nodes", number, numbers.size()));
        }
        parents.push_back(static_cast<std::int32_t>(*parent) - 1);
    }
    if (const auto fault = findTreeFault(parents)) {
        return fail(ErrorCode::kParse, describe(*fault));
    }
    std::vector<LooseNode> nodes(numbers.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        nodes[i].parent = parents[i];
        if (i < tokens.size()) {
            nodes[i].token = tokens[i];
        }
        if (isDependency && names.size() == tokens.size()) {
            nodes[i].category = names[i];
        }
    }
    if (!isDependency) {
        orderByWords(nodes, tokens.size());
    }
    return nodes;
}

}  // namespace loomscope
