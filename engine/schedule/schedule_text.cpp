// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/schedule_text.h"

#include <fmt/format.h>

#include <iterator>

namespace loomscope {

std::string toText(const Graph& graph, const Schedule& schedule) {
    std::string text;
    const auto out = std::back_inserter(text);
    for (std::size_t number = 0; number < schedule.batches.size(); ++number) {
        const std::span<const NodeId> nodes = schedule.nodesOf(schedule.batches[number]);
        fmt::format_to(out, "{} {}:", number, graph.name(nodes.front()));
        for (const NodeId node : nodes) {
            fmt::format_to(out, " {}", node.index());
        }
        text += '\n';
    }
    for (std::size_t row = 0; row < schedule.passThrough.size(); ++row) {
        const PassThrough& carried = schedule.passThrough[row];
        if (row == 0 || schedule.passThrough[row - 1].depth != carried.depth) {
            fmt::format_to(out, "{}pass {}:", row == 0 ? "" : "\n", carried.depth);
        }
        fmt::format_to(out, " %{}", carried.value.index());
    }
    return schedule.passThrough.empty() ? text : text + '\n';
}

}  // namespace loomscope
