// SPDX-License-Identifier: Apache-2.0
// Training steps run a second time without batching, and compared.
#pragma once

#include "engine/exec/executor.h"
#include "engine/exec/step_comparison.h"
#include "engine/params/parameter_store.h"
#include "engine/schedule/plan.h"
#include "engine/tensor/device.h"
#include "engine/train/minibatch.h"
#include "engine/train/trainer.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace loomscope {

/// Owns a second executor and a second copy of the parameters. Threads: thread-confined.
class BatchCheck {
public:
    /// `device` must outlive the check; it is used between the steps of the run.
    BatchCheck(Device& device, const ParameterStore& parameters, double tolerance);

    /// `batched` is the step after backward and before the update. Returns the first difference, if there is
    /// one (compareSteps says what counts as one). Errors: those of Executor::forward.
    Result<std::optional<StepDifference>> compare(const Minibatch& minibatch, const ExecutedStep& batched,
                                                  std::uint64_t seed);

    /// Over all comparisons so far.
    [[nodiscard]] const CheckTotals& totals() const { return totals_; }
    /// "12 steps run unbatched, too: 345 values and 678 gradients compared, …".
    [[nodiscard]] std::string text() const;

private:
    std::unique_ptr<BatchingPolicy> policy_;
    ParameterStore parameters_;
    Executor executor_;
    double tolerance_;
    CheckTotals totals_;
};

}  // namespace loomscope
