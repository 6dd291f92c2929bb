// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/graph/graph.h"
#include "engine/schedule/plan.h"
#include "engine/schedule/schedule.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loomscope {

/// What one policy makes of minibatches: means over them.
struct PolicyMeans {
    std::string name;
    double batches = 0;
    double rows = 0;
    double passThroughRows = 0;
    double launches = 0;  ///< kernels of a forward pass, Fold's identity rows included
    double gathers = 0;
    double gatheredBytes = 0;
    double largestBatch = 0;
    double meanBatch = 0;
    double planMicroseconds = 0;
    std::optional<double> provenBound;  ///< of a policy that searches: see Schedule::provenBound
    double unfinished = 0;              ///< share of minibatches of which the search did not finish
};

/// Figures of all policies over some minibatches.
struct ScheduleComparison {
    std::int64_t minibatches = 0;
    double nodes = 0;        ///< mean a minibatch
    double lowerBound = 0;   ///< likewise
    double longestPath = 0;  ///< likewise
    std::vector<PolicyMeans> policies;
};

/// Plans every minibatch by every policy. Errors: those of makePolicy and BatchingPolicy::check; kCancelled.
[[nodiscard]] Result<ScheduleComparison> comparePolicies(std::span<const Graph> minibatches,
                                                         std::span<const std::string> policies,
                                                         const PolicyOptions& options = {},
                                                         const JobControl& control = {});

}  // namespace loomscope
