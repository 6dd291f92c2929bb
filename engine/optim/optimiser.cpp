// SPDX-License-Identifier: Apache-2.0
#include "engine/optim/optimiser.h"

#include "engine/base/names.h"
#include "engine/optim/adagrad.h"
#include "engine/optim/adam.h"
#include "engine/optim/sgd.h"

#include <fmt/format.h>

#include <array>

namespace loomscope {

void Optimiser::step(ParameterStore& parameters, const UpdatePlan& plan, const StepInfo& info) {
    ++numSteps_;
    float* const values = parameters.values().data();
    const float* const gradients = parameters.gradients().data();
    plan.forEachChunk(info.pool, [&](std::int64_t chunk) {
        for (const UpdateRange& range : plan.chunk(chunk)) {
            const Parameter& parameter = std::as_const(parameters).parameter(range.parameter);
            Work work{.size = range.size,
                      .values = values + range.offset,
                      .gradients = gradients + range.offset,
                      .rate = info.rate * parameter.rateFactor,
                      .scale = info.gradientScale,
                      .decay = parameter.isDecayed ? info.l2 : 0.0F};
            for (std::size_t i = 0; i < state_.size(); ++i) {
                work.state[i] = state_[i].values.data() + range.offset;
            }
            update(work);
        }
    });
}

Result<void> Optimiser::restore(std::int64_t numSteps, std::span<const OptimiserState> state) {
    const auto fits = [](const OptimiserState& a, const OptimiserState& b) {
        return a.name == b.name && a.values.size() == b.values.size();
    };
    if (!std::equal(state.begin(), state.end(), state_.begin(), state_.end(), fits)) {
        return fail(ErrorCode::kShape,
                    fmt::format("the saved state is not that of {} for this model", name()));
    }
    for (std::size_t i = 0; i < state.size(); ++i) {
        state_[i].values = state[i].values;
    }
    numSteps_ = numSteps;
    return {};
}

std::span<const std::string_view> optimiserNames() {
    static constexpr std::array<std::string_view, 3> kNames{"sgd", "adagrad", "adam"};
    return kNames;
}

Result<std::unique_ptr<Optimiser>> makeOptimiser(std::string_view name, const ParameterStore& parameters) {
    if (name == "sgd") {
        return std::make_unique<Sgd>();
    }
    if (name == "adagrad") {
        return std::make_unique<Adagrad>(parameters);
    }
    if (name == "adam") {
        return std::make_unique<Adam>(parameters);
    }
    return fail(ErrorCode::kNotFound,
                fmt::format("no optimiser '{}'; known are {}", name, joinNames(optimiserNames())));
}

}  // namespace loomscope
