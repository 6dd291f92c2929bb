// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/job_control.h"
#include "engine/graph/graph.h"
#include "engine/schedule/fsm/fsm_table.h"
#include "engine/schedule/policy_options.h"

namespace loomscope {

/// Learns a batching machine by tabular Q-learning (ED-Batch; Chen et al., 2023). An episode schedules
/// `graph` once. Running a signature is rewarded by the share of its frontier that was ready, less 1, so that
/// a value is the batches wasted from then on. Now and then the table is tried as it is, and the best one is
/// kept; learning ends when it comes close to the lower bound, or when `control` stops it: then the best so
/// far is the result. Says by `control` after each trial how many batches it makes. Repeatable: depends on
/// graph and options only. Cost: about 100 ns a node and episode.
[[nodiscard]] FsmTable learnFsm(const Graph& graph, const FsmTraining& training,
                                const JobControl& control = {});

}  // namespace loomscope
