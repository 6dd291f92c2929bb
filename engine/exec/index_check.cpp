// SPDX-License-Identifier: Apache-2.0
#include "engine/exec/index_check.h"

#include "engine/exec/launch_rows.h"
#include "engine/graph/graph_text.h"
#include "engine/ops/row_index.h"

#include <fmt/format.h>

#include <array>

namespace loomscope {

Result<void> checkIndices(const MemoryPlan& plan, const Launch& launch, const Graph& graph,
                          const Schedule& schedule, const float* values) {
    if (launch.kind == Launch::Kind::kGather || opInfo(launch.op).indexLimit == nullptr) {
        return {};
    }
    const auto operands = plan.operandsOf(launch);
    const std::array shapes{operands[0].shape, operands[1].shape};
    const std::int64_t limit = opInfo(launch.op).indexLimit(shapes, launch.attributes);
    const std::int64_t width = shapes[1].size();
    for (std::int64_t row = 0; row < launch.rows; ++row) {
        const float* indices =
            values +
            (operands[1].kind == OperandKind::kGathered
                 ? static_cast<std::int64_t>(plan.rows[operands[1].firstRow + static_cast<std::size_t>(row)])
                 : operands[1].place + row * width);
        for (std::int64_t i = 0; i < width; ++i) {
            if (rowIndex(indices[i], limit) == kNoIndex) {
                const NodeId node = nodeOfRow(schedule, launch, row);
                return fail(
                    ErrorCode::kInvalid,
                    fmt::format(
                        "{}({}, {}), node {} of the graph{}: index {} is no whole number from 0 to {}",
                        launchName(graph, launch, node), shapes[0].text(), shapes[1].text(), node.index(),
                        toText(graph.node(node).origin), indices[i], limit - 1));
            }
        }
    }
    return {};
}

}  // namespace loomscope
