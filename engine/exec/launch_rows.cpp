// SPDX-License-Identifier: Apache-2.0
#include "engine/exec/launch_rows.h"

#include "engine/graph/cell.h"

#include <fmt/format.h>

namespace loomscope {

NodeId nodeOfRow(const Schedule& schedule, const Launch& launch, std::int64_t row) {
    const SignatureId signature = schedule.batches[launch.batch].signature;
    for (std::size_t i = launch.batch; i < schedule.batches.size(); ++i) {
        const Batch& batch = schedule.batches[i];
        if (batch.signature != signature) {
            continue;
        }
        if (row < batch.size) {
            return schedule.nodesOf(batch)[static_cast<std::size_t>(row)];
        }
        row -= batch.size;
    }
    return {};
}

std::string launchName(const Graph& graph, const Launch& launch, NodeId node) {
    const Cell* cell = node.isValid() ? graph.cell(node) : nullptr;
    return fmt::format("{}{}", launch.kind == Launch::Kind::kGather ? "gather" : opInfo(launch.op).name,
                       cell == nullptr ? "" : fmt::format(" in cell '{}'", cell->name()));
}

}  // namespace loomscope
