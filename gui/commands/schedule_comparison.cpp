// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/commands/schedule_comparison.h"

#include "engine/base/clock.h"
#include "engine/exec/memory_plan.h"

#include <algorithm>
#include <set>

namespace loomscope {

namespace {

/// Identity kernels that Fold would launch: one for each depth and tensor type with pass-through rows.
std::int64_t passThroughLaunches(const Graph& graph, const Schedule& schedule) {
    std::set<std::pair<std::uint32_t, std::string>> launches;
    for (const PassThrough& row : schedule.passThrough) {
        launches.emplace(row.depth, graph.value(row.value).shape.text());
    }
    return static_cast<std::int64_t>(launches.size());
}

void addMinibatch(const Graph& graph, const BatchingPolicy& policy, double share, const JobControl& control,
                  PolicyMeans& figures) {
    const auto start = Clock::now();
    const Schedule schedule = plan(graph, policy, control);
    figures.planMicroseconds += share * 1e6 * secondsSince(start);
    const ScheduleStatistics counts = statistics(schedule);
    MemoryPlanner planner;
    MemoryPlan memory;
    planner.plan(graph, schedule, memory);
    figures.batches += share * static_cast<double>(counts.batches);
    figures.rows += share * static_cast<double>(counts.rows);
    figures.passThroughRows += share * static_cast<double>(counts.passThroughRows);
    figures.launches +=
        share * static_cast<double>(memory.launches.size() +
                                    static_cast<std::size_t>(passThroughLaunches(graph, schedule)));
    figures.gathers += share * static_cast<double>(memory.gathers);
    figures.gatheredBytes += share * static_cast<double>(memory.gatheredBytes);
    figures.largestBatch += share * static_cast<double>(counts.largestBatch);
    figures.meanBatch += share * counts.meanBatch;
    if (counts.provenBound) {
        figures.provenBound =
            figures.provenBound.value_or(0) + share * static_cast<double>(*counts.provenBound);
        figures.unfinished += counts.isUnfinished() ? share : 0;
    }
}

}  // namespace

Result<ScheduleComparison> comparePolicies(std::span<const Graph> minibatches,
                                           std::span<const std::string> policies,
                                           const PolicyOptions& options, const JobControl& control) {
    ScheduleComparison comparison{.minibatches = static_cast<std::int64_t>(minibatches.size())};
    const double share = 1.0 / static_cast<double>(minibatches.size());
    for (const Graph& graph : minibatches) {
        comparison.nodes += share * static_cast<double>(graph.numNodes());
        comparison.lowerBound += share * static_cast<double>(lowerBound(graph));
        comparison.longestPath += share * static_cast<double>(longestPath(graph));
    }
    for (const std::string& name : policies) {
        LOOM_TRY(const auto policy, makePolicy(name, options));
        PolicyMeans& figures = comparison.policies.emplace_back(PolicyMeans{.name = name});
        for (const Graph& graph : minibatches) {
            LOOM_TRY_VOID(policy->check(graph));
            addMinibatch(graph, *policy, share, control, figures);
            if (control.isCancelled()) {
                return fail(ErrorCode::kCancelled, "cancelled");
            }
        }
    }
    return comparison;
}

}  // namespace loomscope
