// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/fsm/fsm_machine.h"
#include "engine/schedule/plan.h"
#include "engine/schedule/policy_options.h"

#include <memory>
#include <mutex>

namespace loomscope {

/// The signature that a learned finite-state machine names (ED-Batch; Chen et al., 2023). Without a machine
/// it learns one from the first graph that it plans, and keeps it.
class FsmPolicy final : public BatchingPolicy {
public:
    /// Errors: kInvalid for a negative number of episodes.
    static Result<std::unique_ptr<BatchingPolicy>> make(const PolicyOptions& options);

    [[nodiscard]] std::string_view name() const override { return "fsm"; }
    [[nodiscard]] Grouping grouping() const override { return Grouping::kSignature; }
    [[nodiscard]] Result<void> check(const Graph& graph) const override;
    [[nodiscard]] std::unique_ptr<GroupChooser> start(const Graph& graph,
                                                      const JobControl& control) const override;

private:
    explicit FsmPolicy(const PolicyOptions& options)
        : training_(options.training), machine_(options.machine) {}

    FsmTraining training_;
    mutable std::mutex mutex_;
    mutable std::shared_ptr<const FsmMachine> machine_;
};

}  // namespace loomscope
