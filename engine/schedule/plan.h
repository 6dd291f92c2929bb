// SPDX-License-Identifier: Apache-2.0
// The one walk over the graph. A policy only says which group a ready node belongs to and which group goes
// next.
#pragma once

#include "engine/base/job_control.h"
#include "engine/graph/graph.h"
#include "engine/schedule/policy_options.h"
#include "engine/schedule/schedule.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace loomscope {

/// Dense number of a group of nodes that may share a batch.
using GroupId = StrongId<struct GroupTag>;

/// What a policy sees of one group that has ready nodes.
struct GroupState {
    GroupId group;
    SignatureId signature;
    std::uint32_t depth = 0;  ///< smallest depth of the group's nodes
    std::int64_t numReady = 0;
    std::int64_t numRemaining = 0;  ///< not yet executed, ready ones included
    std::int64_t numFrontier = 0;   ///< as SignatureFrontier counts; 0 if the policy has no use for it
    double meanDepth = 0.0;         ///< over all nodes of the group, executed ones included, as DyNet does
    bool isProduct = false;         ///< affine, product, or a cell with one: DyNet defers those on ties
};

/// Which nodes are kept apart although their signatures are equal. With the first and the last nothing is
/// left to choose: nodes run in the order of the graph, or depth by depth.
enum class Grouping : std::uint8_t { kEachNode, kSignature, kDepthAndSignature };

class GroupChooser;

/// A batching policy. Stateless during a plan; may be used from any thread.
class BatchingPolicy {
public:
    virtual ~BatchingPolicy() = default;
    [[nodiscard]] virtual std::string_view name() const = 0;
    [[nodiscard]] virtual Grouping grouping() const = 0;
    /// True if choose() looks at GroupState::numFrontier, which takes time to know.
    [[nodiscard]] virtual bool usesFrontier() const { return false; }
    /// Returns the position in `ready` of the group that runs next. `ready` is never empty and in no order
    /// that means anything. Only asked with Grouping::kSignature.
    [[nodiscard]] virtual std::size_t choose(const Graph& graph, std::span<const GroupState> ready) const;
    /// For a policy that looks at the whole graph first, or remembers what it did: what answers in place of
    /// choose() during one plan. Null: choose() is asked. Stops early if `control` says so; what is planned
    /// is valid all the same.
    [[nodiscard]] virtual std::unique_ptr<GroupChooser> start(const Graph& graph,
                                                              const JobControl& control) const;
    /// Errors: kInvalid if the policy was made for other graphs than this one. It can plan it all the same.
    [[nodiscard]] virtual Result<void> check(const Graph& graph) const;
    /// Called once at the end: adds rows that the policy's system would copy (Fold's pass-through).
    virtual void finish(const Graph& graph, Schedule& schedule) const;
};

/// Schedules every node of `graph`; each batch lists its nodes in the order of the graph.
/// Cost: linear in nodes and edges, plus the groups that are ready at once for each batch; about 50 ns a
/// node. The policies `lookahead` and `optimal` take longer and end early if `control` is cancelled.
[[nodiscard]] Schedule plan(const Graph& graph, const BatchingPolicy& policy, const JobControl& control = {});

/// Names of all policies, in the order in which people should see them.
[[nodiscard]] std::span<const std::string_view> policyNames();
/// Errors: kNotFound, naming the nearest and all known policies; kInvalid for options that the policy can't
/// use.
[[nodiscard]] Result<std::unique_ptr<BatchingPolicy>> makePolicy(std::string_view name,
                                                                 const PolicyOptions& options = {});

}  // namespace loomscope
