// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/batch_search.h"
#include "engine/schedule/plan.h"
#include "engine/schedule/policy_options.h"

namespace loomscope {

/// Beam search: the batches after which the fewest must still come, by the lower bound of what remains; on
/// ties the signature of which the largest share of all nodes left is ready. Follows several states at once
/// and keeps the first to finish. Cost: some µs a node at op granularity with a beam of 8. After 8 µs a node,
/// or when it is cancelled, the lowest mean depth goes first. So it does where nodes × signatures exceed 2²⁷.
class LookaheadPolicy final : public BatchingPolicy {
public:
    /// Errors: kInvalid for a beam below 1 or above 4096.
    static Result<std::unique_ptr<BatchingPolicy>> make(const PolicyOptions& options);

    [[nodiscard]] std::string_view name() const override { return "lookahead"; }
    [[nodiscard]] Grouping grouping() const override { return Grouping::kSignature; }
    [[nodiscard]] std::unique_ptr<GroupChooser> start(const Graph& graph,
                                                      const JobControl& control) const override;

private:
    explicit LookaheadPolicy(std::int64_t beam) : beam_(beam) {}

    std::int64_t beam_;
};

/// Signatures in the order in which they run.
struct FoundOrder {
    std::vector<SignatureId> signatures;
    bool isComplete = false;  ///< false if it ends early, as LookaheadPolicy says
};
[[nodiscard]] FoundOrder lookaheadOrder(BatchSearch& search, std::size_t numNodes, std::int64_t beam,
                                        const JobControl& control);
/// False if a search would need too much memory.
[[nodiscard]] bool canSearch(const Graph& graph);

}  // namespace loomscope
