// SPDX-License-Identifier: Apache-2.0
#include "engine/train/batch_check.h"

#include <fmt/format.h>

#include <algorithm>

namespace loomscope {

BatchCheck::BatchCheck(Device& device, const ParameterStore& parameters, double tolerance)
    : policy_(makePolicy("none").value()),
      parameters_(parameters),
      executor_(device),
      tolerance_(tolerance) {}

Result<std::optional<StepDifference>> BatchCheck::compare(const Minibatch& minibatch,
                                                          const ExecutedStep& batched, std::uint64_t seed) {
    std::ranges::copy(batched.parameters.values(), parameters_.values().begin());
    parameters_.clearGradients();
    const Schedule schedule = plan(minibatch.graph, *policy_);
    LOOM_TRY_VOID(executor_.forward(minibatch.graph, schedule, parameters_, seed));
    LOOM_TRY_VOID(executor_.backward(minibatch.losses, 1.0F / static_cast<float>(minibatch.losses.size()),
                                     parameters_));
    StepComparison comparison = compareSteps(minibatch.graph, batched,
                                             {.executor = executor_, .parameters = parameters_}, tolerance_);
    ++totals_.steps;
    totals_.values += comparison.values;
    totals_.gradients += comparison.gradients;
    totals_.largest = std::max(totals_.largest, comparison.largest);
    return std::move(comparison.first);
}

std::string BatchCheck::text() const {
    return fmt::format(
        "{} steps were run unbatched, too: {} values and {} gradients compared, tolerance {:g}, largest "
        "difference within it {:.2g}",
        totals_.steps, totals_.values, totals_.gradients, tolerance_, totals_.largest);
}

}  // namespace loomscope
