// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/plan.h"
#include "engine/schedule/policy_options.h"

namespace loomscope {

/// The fewest batches that there are, by a best-first search (A*) over the states between batches: the lower
/// bound of what remains guides it, states met before are not searched again, and a group of which no later
/// batch could take more is run at once. Says by Schedule::provenBound whether it finished: within the time
/// limit or 256 MB of states; if not, the schedule is the best one known, at worst that of `lookahead`.
/// Meant for small graphs; finding the fewest batches is NP-hard. Not repeatable unless it finishes.
class OptimalPolicy final : public BatchingPolicy {
public:
    /// Errors: kInvalid for a time limit that is not positive.
    static Result<std::unique_ptr<BatchingPolicy>> make(const PolicyOptions& options);

    [[nodiscard]] std::string_view name() const override { return "optimal"; }
    [[nodiscard]] Grouping grouping() const override { return Grouping::kSignature; }
    [[nodiscard]] std::unique_ptr<GroupChooser> start(const Graph& graph,
                                                      const JobControl& control) const override;

private:
    explicit OptimalPolicy(double timeLimit) : timeLimit_(timeLimit) {}

    double timeLimit_;
};

}  // namespace loomscope
