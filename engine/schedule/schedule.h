// SPDX-License-Identifier: Apache-2.0
// A schedule: which nodes run together, and in what order.
#pragma once

#include "engine/base/result.h"
#include "engine/graph/graph.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace loomscope {

/// Nodes of one signature that run as one. A range of Schedule::nodes.
struct Batch {
    SignatureId signature;
    std::uint32_t first = 0;
    std::uint32_t size = 0;

    bool operator==(const Batch&) const = default;
};

/// A value carried from one depth to the next by an identity row, as Fold does. Only the policy `fold` has
/// any.
struct PassThrough {
    std::uint32_t depth = 0;  ///< the depth at which the row is written again
    ValueId value;

    bool operator==(const PassThrough&) const = default;
};

/// Batches in the order of execution; every node of the graph is in exactly one.
struct Schedule {
    std::vector<NodeId> nodes;
    std::vector<Batch> batches;
    std::vector<PassThrough> passThrough;  ///< by depth, and within a depth in Fold's order of calls
    /// Of an exact search: no schedule of the graph has fewer batches. It finished if this one has no more.
    std::optional<std::int64_t> provenBound;

    [[nodiscard]] std::span<const NodeId> nodesOf(const Batch& batch) const {
        return std::span(nodes).subspan(batch.first, batch.size);
    }
    bool operator==(const Schedule&) const = default;
};

/// The executable definition of a valid schedule: each node once, one signature a batch, arguments before
/// their users. Errors: kInvalid, naming the first node or batch that breaks a rule.
[[nodiscard]] Result<void> checkSchedule(const Graph& graph, const Schedule& schedule);

/// Figures of a schedule that need no memory plan.
struct ScheduleStatistics {
    std::int64_t nodes = 0;
    std::int64_t batches = 0;
    std::int64_t rows = 0;  ///< nodes plus pass-through rows
    std::int64_t passThroughRows = 0;
    std::int64_t largestBatch = 0;
    double meanBatch = 0.0;
    std::optional<std::int64_t> provenBound;  ///< as Schedule::provenBound

    /// True if the policy was to search for the fewest batches and ran out of time.
    [[nodiscard]] bool isUnfinished() const { return provenBound && *provenBound < batches; }
};
[[nodiscard]] ScheduleStatistics statistics(const Schedule& schedule);

/// The sum over signatures of the most nodes of that signature on one path: no schedule has fewer batches.
/// Cost: O(signatures × edges) time, O(nodes) memory.
[[nodiscard]] std::int64_t lowerBound(const Graph& graph);

/// Nodes on the longest path.
[[nodiscard]] std::int64_t longestPath(const Graph& graph);

}  // namespace loomscope
