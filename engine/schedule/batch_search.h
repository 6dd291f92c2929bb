// SPDX-License-Identifier: Apache-2.0
// The states between batches that policies search: what is ready, what waits, and how many batches must
// still come.
#pragma once

#include "engine/graph/graph.h"
#include "engine/schedule/graph_arrays.h"
#include "engine/schedule/successors.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace loomscope {

/// All ready nodes of one group, in order.
struct SearchGroup {
    std::uint32_t group = 0;
    std::vector<std::uint32_t> nodes;
    std::vector<std::uint32_t> most;  ///< by group: most nodes of it on a path that starts here
    std::uint64_t hash = 0;
    bool isDeadEnd = true;  ///< nobody waits for them
};

/// A moment between two batches. The ready nodes say everything: what has not run is what they lead to.
struct SearchState {
    struct Waiting {
        std::uint32_t node;
        std::uint32_t arguments;  ///< that have not run
    };

    std::vector<std::shared_ptr<const SearchGroup>> ready;  ///< by group
    std::vector<Waiting> waiting;                           ///< nodes of which some argument has run
    std::vector<std::uint32_t> left;                        ///< by group: nodes that have not run
    std::uint64_t hash = 0;
};
/// In full, never by hash alone.
[[nodiscard]] bool isSameState(const SearchState& a, const SearchState& b);

/// Running one ready group.
struct SearchMove {
    std::uint32_t position = 0;  ///< in SearchState::ready
    std::int64_t size = 0;
    double share = 0;        ///< of the group's nodes that have not run
    std::int64_t bound = 0;  ///< batches that must come after it (the lower bound of what remains)
    std::uint64_t hash = 0;  ///< of the state after it
};

/// A graph as a space of states. Threads: thread-confined.
class BatchSearch {
public:
    /// Memory: nodes × signatures × 4 bytes.
    explicit BatchSearch(const Graph& graph);

    [[nodiscard]] SearchState start();
    /// The moves out of `state`, one for each ready group.
    void findMoves(const SearchState& state, std::vector<SearchMove>& moves);
    [[nodiscard]] SearchState run(const SearchState& state, const SearchMove& move);
    /// The ready group of which no later batch could take more, so that running it now can't be a mistake;
    /// −1 if there is none. Cost: linear in the graph.
    [[nodiscard]] std::int64_t safePosition(const SearchState& state);

    [[nodiscard]] SignatureId signature(std::uint32_t group) const { return signatures_.ids[group]; }
    /// Steps taken so far, in units of about a nanosecond.
    [[nodiscard]] std::int64_t work() const { return work_; }

private:
    [[nodiscard]] std::span<const std::uint32_t> mostFrom(std::size_t node) const {
        return std::span(most_).subspan(node * numGroups_, numGroups_);
    }
    void load(const SearchState& state);
    void unload(const SearchState& state);
    void addReady(SearchState& state, std::vector<std::uint32_t>& nodes) const;

    ArgumentNodes arguments_;
    Successors successors_;  // its waiting counts are those of the state at work
    std::vector<std::uint32_t> numArguments_;
    UsedSignatures signatures_;
    std::size_t numGroups_;
    std::vector<std::uint32_t> most_;     // by node and group
    std::vector<std::uint32_t> largest_;  // by group, over the ready groups
    std::vector<std::uint32_t> second_;   // over all but the one that has the largest
    std::vector<std::uint32_t> holder_;   // the position of that one
    std::vector<std::uint32_t> newMost_;
    std::vector<std::uint64_t> above_;
    std::int64_t work_ = 0;
};

}  // namespace loomscope
