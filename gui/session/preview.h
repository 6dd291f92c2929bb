// SPDX-License-Identifier: GPL-3.0-or-later
// What the draft's model makes of an example and of a minibatch: graphs and schedules, made off the GUI
// thread.
#pragma once

#include "engine/base/job_control.h"
#include "engine/base/result.h"
#include "engine/models/model.h"
#include "engine/schedule/schedule.h"
#include "engine/train/run_config.h"
#include "viz/core/picture_graph.h"
#include "viz/core/schedule_chart.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <type_traits>
#include <vector>

namespace loomscope {

/// Keeps the last model, so that the panels do not make the same one again and again.
/// Threads: thread-safe; who comes second waits for the first.
class ModelCache {
public:
    /// Calls `work(model)` with the model of `config` bound to the training set `train`, and returns its
    /// Result. Graphs share the model's signature table, which is one thread's at a time: so is this. Errors:
    /// those of makeModel and of `work`.
    template <class Work>
    auto with(const RunConfig& config, const std::shared_ptr<const Dataset>& train, const Work& work)
        -> std::invoke_result_t<const Work&, const Model&> {
        const std::lock_guard lock(mutex_);
        LOOM_TRY_VOID(prepare(config, train));
        return work(*model_);
    }
    /// Keeps all jobs of with() out while graphs that they made are read.
    [[nodiscard]] std::unique_lock<std::mutex> lock() { return std::unique_lock(mutex_); }

private:
    Result<void> prepare(const RunConfig& config, const std::shared_ptr<const Dataset>& train);

    std::mutex mutex_;
    std::shared_ptr<const Dataset> train_;
    std::string name_;
    ModelOptions options_;
    std::shared_ptr<const Model> model_;
};

/// The word, atom … that a part of an example stands for, or an empty text.
[[nodiscard]] std::string partText(const Example& example, std::int32_t part);

/// One example's graph, and what is to be drawn of it.
struct ExampleGraph {
    std::shared_ptr<const Graph> graph;
    PictureGraph picture;
};
/// `granularity` is "cell" or "op".
[[nodiscard]] Result<ExampleGraph> makeExampleGraph(const Model& model, const Example& example,
                                                    const std::string& granularity);

/// What one policy makes of a minibatch.
struct PolicyPlan {
    std::string policy;
    Schedule schedule;
    ScheduleChart chart;
    ScheduleStatistics statistics;
    double planMicroseconds = 0;
};
struct MinibatchPlan {
    std::shared_ptr<const Graph> graph;
    std::int64_t first = 0;     ///< index of the first example
    std::int64_t examples = 0;  ///< fewer than asked for at the end of the data
    std::int64_t bound = 0;
    std::int64_t longestPath = 0;
    std::vector<PolicyPlan> policies;

    /// Null if there is no such policy.
    [[nodiscard]] const PolicyPlan* find(const std::string& policy) const;
};
/// Plans examples `first` … with every policy; `optimal` searches and `fsm` learns for a fifth of a second.
[[nodiscard]] Result<MinibatchPlan> planMinibatch(const Model& model, const Dataset& dataset,
                                                  std::int64_t first, std::int64_t size,
                                                  const std::string& granularity, const JobControl& control);

}  // namespace loomscope
