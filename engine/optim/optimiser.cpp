// SPDX-License-Identifier: Apache-2.0
#include "engine/optim/optimiser.h"

#include "engine/base/names.h"
#include "engine/optim/adagrad.h"
#include "engine/optim/adam.h"
#include "engine/optim/exponentiated_gradient.h"
#include "engine/optim/momentum.h"
#include "engine/optim/rms_prop.h"
#include "engine/optim/sgd.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <type_traits>

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

std::vector<OptimiserState> Optimiser::emptyState(std::initializer_list<std::string_view> names,
                                                  const ParameterStore& parameters) {
    std::vector<OptimiserState> state;
    for (const std::string_view name : names) {
        state.push_back(
            {.name = name, .values = std::vector<float>(static_cast<std::size_t>(parameters.size()))});
    }
    return state;
}

namespace {

template <class T>
std::unique_ptr<Optimiser> make(const ParameterStore& parameters) {
    if constexpr (std::is_default_constructible_v<T>) {
        return std::make_unique<T>();
    } else {
        return std::make_unique<T>(parameters);
    }
}

struct Known {
    std::string_view name;
    std::string_view title;
    std::unique_ptr<Optimiser> (*make)(const ParameterStore&);
};
constexpr std::array<Known, 10> kOptimisers{{
    {"sgd", "SGD", make<Sgd>},
    {"momentum", "Momentum", make<Momentum>},
    {"nesterov", "Nesterov", make<Nesterov>},
    {"adagrad", "Adagrad", make<Adagrad>},
    {"adadelta", "Adadelta", make<Adadelta>},
    {"rmsprop", "RMSProp", make<RmsProp>},
    {"adam", "Adam", make<Adam>},
    {"amsgrad", "AMSGrad", make<AmsGrad>},
    {"adamw", "AdamW", make<AdamW>},
    {"eg", "Exponentiated gradient", make<ExponentiatedGradient>},
}};

}  // namespace

std::string_view optimiserTitle(std::string_view name) {
    const auto known = std::ranges::find(kOptimisers, name, &Known::name);
    return known == kOptimisers.end() ? name : known->title;
}

std::span<const std::string_view> optimiserNames() {
    static constexpr auto kNames = [] {
        std::array<std::string_view, kOptimisers.size()> names{};
        std::ranges::transform(kOptimisers, names.begin(), [](const auto& entry) { return entry.name; });
        return names;
    }();
    return kNames;
}

Result<std::unique_ptr<Optimiser>> makeOptimiser(std::string_view name, const ParameterStore& parameters) {
    for (const Known& known : kOptimisers) {
        if (known.name == name) {
            return known.make(parameters);
        }
    }
    return fail(ErrorCode::kNotFound,
                fmt::format("no optimiser '{}'; known are {}", name, joinNames(optimiserNames())));
}

}  // namespace loomscope
