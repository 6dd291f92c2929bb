// SPDX-License-Identifier: Apache-2.0
// Which nodes could still come into the next batch of their signature (the typewise frontier of ED-Batch;
// Chen et al., 2023).
#pragma once

#include "engine/schedule/graph_arrays.h"

#include <cstdint>
#include <span>
#include <vector>

namespace loomscope {

/// While a graph runs: for each group the number of its nodes that have not run and of whose ancestors in the
/// same group all have. If all of them are ready, running the group now can't be a mistake: no later batch of
/// it could take more.
///
/// A node that is not in the frontier watches one ancestor that keeps it out, and looks for another when that
/// one has run. What is known of a node's ancestors only shrinks, so that no part of the graph is searched
/// in vain twice. Cost: 40 ns a node on trees of few large ops, up to some 200 on those of single ops.
class SignatureFrontier {
public:
    /// `groupOf` holds the group of each node and must outlive the object.
    SignatureFrontier(ArgumentNodes arguments, std::span<const std::uint32_t> groupOf, std::size_t numGroups);

    [[nodiscard]] std::int64_t size(std::size_t group) const { return size_[group]; }
    /// Says that `nodes`, all ready nodes of `group`, have run.
    void run(std::size_t group, std::span<const std::uint32_t> nodes);

private:
    static constexpr std::uint32_t kNone = 0xFFFFFFFF;
    struct NodeState {
        std::uint64_t pending = 0;           // groups 0 … 63 that the node or an ancestor still has to run
        std::uint32_t firstWatcher = kNone;  // of this node
        std::uint32_t nextWatcher = kNone;   // of what this node watches
    };

    void sortArguments(std::uint32_t node);
    void collectGroups(std::uint32_t node);
    void watch(std::uint32_t node);
    std::uint32_t findPending(std::uint32_t node);
    std::uint64_t& pending(std::uint32_t node, std::size_t word) {
        return word == 0 ? states_[node].pending : morePending_[node * numMoreWords_ + word - 1];
    }

    std::span<const std::uint32_t> groupOf_;
    ArgumentNodes arguments_;  // deepest first
    std::vector<std::uint32_t> depth_;
    std::vector<NodeState> states_;
    std::size_t numMoreWords_;
    std::vector<std::uint64_t> morePending_;  // by node: groups 64 …
    std::vector<std::int64_t> size_;
    std::vector<std::uint32_t> path_;
};

}  // namespace loomscope
