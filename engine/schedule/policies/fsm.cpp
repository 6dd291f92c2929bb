// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/policies/fsm.h"

#include "engine/schedule/fsm/learn_fsm.h"

#include <fmt/format.h>

namespace loomscope {

Result<std::unique_ptr<BatchingPolicy>> FsmPolicy::make(const PolicyOptions& options) {
    if (options.training.episodes < 0 || options.training.nodes < 0) {
        return fail(ErrorCode::kInvalid,
                    fmt::format("a machine can't learn for {} episodes of {} nodes in all",
                                options.training.episodes, options.training.nodes));
    }
    return std::unique_ptr<BatchingPolicy>(new FsmPolicy(options));
}

Result<void> FsmPolicy::check(const Graph& graph) const {
    const std::lock_guard lock(mutex_);
    return machine_ ? machine_->check(graph) : Result<void>();
}

std::unique_ptr<GroupChooser> FsmPolicy::start(const Graph& graph, const JobControl& control) const {
    const std::lock_guard lock(mutex_);
    if (!machine_) {
        machine_ = std::make_shared<FsmMachine>(learnFsm(graph, training_, control));
    }
    return std::make_unique<FsmChooser>(graph, machine_);
}

}  // namespace loomscope
