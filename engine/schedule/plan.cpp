// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/plan.h"

#include "engine/base/check.h"
#include "engine/graph/cell.h"
#include "engine/schedule/graph_arrays.h"
#include "engine/schedule/group_chooser.h"
#include "engine/schedule/plan_by_depth.h"
#include "engine/schedule/signature_frontier.h"
#include "engine/schedule/successors.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace loomscope {

namespace {

constexpr std::uint32_t kNone = 0xFFFFFFFF;

bool hasProduct(const Graph& graph, NodeId node) {
    const Cell* cell = graph.cell(node);
    if (cell == nullptr) {
        return isProduct(graph.node(node).op);
    }
    return std::ranges::any_of(cell->body().nodes(), [](const Node& inner) { return isProduct(inner.op); });
}

struct Groups {
    std::vector<std::uint32_t> ofNode;
    std::vector<GroupState> states;
};

Groups groupBySignature(const Graph& graph) {
    UsedSignatures signatures = usedSignatures(graph);
    Groups groups{.ofNode = std::move(signatures.ofNode)};
    for (std::size_t group = 0; group < signatures.ids.size(); ++group) {
        groups.states.push_back({.group = GroupId(group)});
    }
    for (std::size_t i = 0; i < graph.numNodes(); ++i) {
        const Node& node = graph.nodes()[i];
        GroupState& state = groups.states[groups.ofNode[i]];
        if (state.numRemaining++ == 0) {
            state.signature = node.signature;
            state.depth = node.depth;
            state.isProduct = hasProduct(graph, NodeId(i));
        }
        state.depth = std::min(state.depth, node.depth);
        state.meanDepth += node.depth;
    }
    for (GroupState& state : groups.states) {
        state.meanDepth /= static_cast<double>(state.numRemaining);
    }
    return groups;
}

class Walk {
public:
    Walk(const Graph& graph, bool usesFrontier) : Walk(graph, argumentNodes(graph), usesFrontier) {}

    /// `choose(ready)` returns the position of the group that goes next.
    template <class Choose>
    Schedule run(Choose choose) {
        for (std::uint32_t node = 0; node < graph_.numNodes(); ++node) {
            if (successors_.waiting[node] == 0) {
                makeReady(node);
            }
        }
        Schedule schedule;
        std::uint32_t numDone = 0;
        while (!ready_.empty()) {
            const std::size_t position = choose(std::span<const GroupState>(ready_));
            LOOM_CHECK(position < ready_.size(), "the policy chose a group that is not ready");
            const GroupState state = ready_[position];
            const auto size = static_cast<std::uint32_t>(state.numReady);
            runGroup(position, static_cast<std::uint32_t>(schedule.batches.size()));
            schedule.batches.push_back({.signature = state.signature, .first = numDone, .size = size});
            numDone += size;
        }
        LOOM_CHECK(numDone == graph_.numNodes(), "the graph is not in topological order");
        collectNodes(schedule);
        return schedule;
    }

private:
    Walk(const Graph& graph, ArgumentNodes arguments, bool usesFrontier)
        : graph_(graph),
          successors_(findSuccessors(arguments)),
          groups_(groupBySignature(graph)),
          positionOf_(groups_.states.size(), kNone),
          firstReady_(groups_.states.size(), kNone),
          nextReady_(graph.numNodes(), kNone),
          batchOf_(graph.numNodes(), kNone) {
        if (usesFrontier) {
            frontier_.emplace(std::move(arguments), groups_.ofNode, groups_.states.size());
            for (std::size_t group = 0; group < groups_.states.size(); ++group) {
                groups_.states[group].numFrontier = frontier_->size(group);
            }
        }
    }

    void makeReady(std::uint32_t node) {
        const std::uint32_t group = groups_.ofNode[node];
        if (firstReady_[group] == kNone) {
            positionOf_[group] = static_cast<std::uint32_t>(ready_.size());
            ready_.push_back(groups_.states[group]);
        }
        ++ready_[positionOf_[group]].numReady;
        nextReady_[node] = firstReady_[group];
        firstReady_[group] = node;
    }

    void runGroup(std::size_t position, std::uint32_t batch) {
        const GroupState state = ready_[position];
        ready_[position] = ready_.back();
        positionOf_[ready_[position].group.index()] = static_cast<std::uint32_t>(position);
        ready_.pop_back();
        GroupState& group = groups_.states[state.group.index()];
        group.numRemaining -= state.numReady;

        std::uint32_t node = std::exchange(firstReady_[state.group.index()], kNone);
        if (frontier_) {
            group.numFrontier = frontierAfter(node, state.group.index());
        }
        for (; node != kNone; node = nextReady_[node]) {
            batchOf_[node] = batch;
            for (const std::uint32_t successor : successors_.of(node)) {
                if (--successors_.waiting[successor] == 0) {
                    makeReady(successor);
                }
            }
        }
    }

    std::int64_t frontierAfter(std::uint32_t node, std::size_t group) {
        running_.clear();
        for (; node != kNone; node = nextReady_[node]) {
            running_.push_back(node);
        }
        frontier_->run(group, running_);
        return frontier_->size(group);
    }

    /// Nodes became ready in any order; a batch lists them in the order of the graph.
    void collectNodes(Schedule& schedule) const {
        std::vector<std::uint32_t> next;
        next.reserve(schedule.batches.size());
        for (const Batch& batch : schedule.batches) {
            next.push_back(batch.first);
        }
        schedule.nodes.resize(graph_.numNodes());
        for (std::size_t node = 0; node < batchOf_.size(); ++node) {
            schedule.nodes[next[batchOf_[node]]++] = NodeId(node);
        }
    }

    const Graph& graph_;
    Successors successors_;
    Groups groups_;
    std::optional<SignatureFrontier> frontier_;
    std::vector<GroupState> ready_;
    std::vector<std::uint32_t> positionOf_;  // by group: its place in ready_
    std::vector<std::uint32_t> firstReady_;  // by group: head of the list of its ready nodes
    std::vector<std::uint32_t> nextReady_;   // by node: the rest of that list
    std::vector<std::uint32_t> batchOf_;     // by node
    std::vector<std::uint32_t> running_;
};

/// With a group for each node nothing is to be chosen: the order of the graph will do.
Schedule planEachNode(const Graph& graph) {
    Schedule schedule;
    schedule.nodes.reserve(graph.numNodes());
    schedule.batches.reserve(graph.numNodes());
    for (std::uint32_t node = 0; node < graph.numNodes(); ++node) {
        schedule.nodes.emplace_back(node);
        schedule.batches.push_back({.signature = graph.nodes()[node].signature, .first = node, .size = 1});
    }
    return schedule;
}

Schedule planBySignature(const Graph& graph, const BatchingPolicy& policy, const JobControl& control) {
    const std::unique_ptr<GroupChooser> chooser = policy.start(graph, control);
    Walk walk(graph, policy.usesFrontier());
    if (chooser == nullptr) {
        return walk.run([&](std::span<const GroupState> ready) { return policy.choose(graph, ready); });
    }
    Schedule schedule = walk.run([&](std::span<const GroupState> ready) { return chooser->choose(ready); });
    schedule.provenBound = chooser->provenBound();
    return schedule;
}

}  // namespace

std::size_t BatchingPolicy::choose(const Graph&, std::span<const GroupState>) const {
    return 0;
}

std::unique_ptr<GroupChooser> BatchingPolicy::start(const Graph&, const JobControl&) const {
    return nullptr;
}

Result<void> BatchingPolicy::check(const Graph&) const {
    return {};
}

void BatchingPolicy::finish(const Graph&, Schedule&) const {}

Schedule plan(const Graph& graph, const BatchingPolicy& policy, const JobControl& control) {
    Schedule schedule;
    switch (policy.grouping()) {
        case Grouping::kEachNode:
            schedule = planEachNode(graph);
            break;
        case Grouping::kDepthAndSignature:
            schedule = planByDepth(graph);
            break;
        case Grouping::kSignature:
            schedule = planBySignature(graph, policy, control);
            break;
    }
    policy.finish(graph, schedule);
    return schedule;
}

}  // namespace loomscope
