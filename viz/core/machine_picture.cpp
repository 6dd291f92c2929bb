// SPDX-License-Identifier: GPL-3.0-or-later
#include "viz/core/machine_picture.h"

#include "viz/core/palette.h"

#include <fmt/format.h>

#include <map>
#include <string>
#include <utility>

namespace loomscope {

namespace {

/// The first word of a signature: its op or cell.
std::string shortName(const std::string& signature) {
    return signature.substr(0, signature.find(' '));
}

PictureNode stateNode(const FsmTable& table, std::uint32_t state, std::uint32_t type) {
    PictureNode node{.label = shortName(table.types[type]),
                     .colorSlot = static_cast<int>(type % kNumColorSlots)};
    node.caption = fmt::format("state {}", state);
    node.detail = fmt::format("runs {}\nready:", table.types[type]);
    for (const std::uint32_t ready : table.states[state].key) {
        node.detail += "\n" + table.types[ready];
    }
    return node;
}

}  // namespace

PictureGraph machinePicture(const FsmTable& table) {
    PictureGraph picture;
    std::map<std::uint32_t, std::int32_t> numberOf;  // by state: its box
    for (const FsmStep& step : table.steps) {
        const auto [box, isNew] =
            numberOf.emplace(step.from, static_cast<std::int32_t>(picture.nodes.size()));
        if (isNew) {
            picture.nodes.push_back(stateNode(table, step.from, step.type));
        }
    }
    std::map<std::pair<std::int32_t, std::int32_t>, std::int64_t> counts;
    for (const FsmStep& step : table.steps) {
        if (const auto to = numberOf.find(step.to); to != numberOf.end()) {
            counts[{numberOf[step.from], to->second}] += step.count;
        }
    }
    for (const auto& [ends, count] : counts) {
        picture.edges.push_back(
            {.from = ends.first, .to = ends.second, .count = static_cast<std::int32_t>(count)});
    }
    return picture;
}

}  // namespace loomscope
