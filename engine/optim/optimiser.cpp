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

void Optimiser::prepare(const ParameterStore& parameters) {
    if (!rowSteps_.empty()) {
        return;
    }
    constexpr std::size_t kUsualSteps = 4096;
    past_.reserve(kUsualSteps);
    rowSteps_.resize(parameters.parameters().size());
    for (std::size_t i = 0; i < rowSteps_.size(); ++i) {
        const Parameter& parameter = parameters.parameter(ParameterId(i));
        if (parameter.kind == ParameterKind::kTable) {
            rowSteps_[i].assign(static_cast<std::size_t>(parameter.shape[0]), numPast());
            zeros_.resize(std::max(zeros_.size(), static_cast<std::size_t>(parameter.shape[1])));
        }
    }
}

Optimiser::Work Optimiser::workOf(ParameterStore& parameters, const UpdateRange& range) {
    Work work{.size = range.size,
              .values = parameters.values().data() + range.offset,
              .gradients = parameters.gradients().data() + range.offset};
    for (std::size_t i = 0; i < state_.size(); ++i) {
        work.state[i] = state_[i].values.data() + range.offset;
    }
    return work;
}

void Optimiser::catchUp(ParameterStore& parameters, const UpdateRange& row) {
    const Parameter& parameter = std::as_const(parameters).parameter(row.parameter);
    if (parameter.kind != ParameterKind::kTable) {
        return;
    }
    const std::int64_t index = (row.offset - parameter.offset) / row.size;
    std::int64_t& done = rowSteps_[row.parameter.index()][static_cast<std::size_t>(index)];
    Work work = workOf(parameters, row);
    work.gradients = zeros_.data();
    for (; done < numPast(); ++done) {
        const PastStep& past = past_[static_cast<std::size_t>(done - forgotten_)];
        work.rate = past.rate * parameter.rateFactor;
        work.decay = parameter.isDecayed ? past.l2 : 0.0F;
        work.step = past.step;
        rest(work);
    }
}

void Optimiser::catchUp(ParameterStore& parameters, const UpdatePlan& plan, ThreadPool* pool) {
    prepare(parameters);
    if (past_.empty()) {
        return;
    }
    plan.forEachChunk(pool, [&](std::int64_t chunk) {
        for (const UpdateRange& range : plan.chunk(chunk)) {
            catchUp(parameters, range);
        }
    });
}

void Optimiser::catchUpAll(ParameterStore& parameters, ThreadPool* pool) {
    prepare(parameters);
    if (past_.empty()) {
        return;
    }
    for (std::size_t i = 0; i < rowSteps_.size(); ++i) {
        const Parameter& parameter = std::as_const(parameters).parameter(ParameterId(i));
        const auto catchUpRow = [&](std::int64_t row) {
            const std::int64_t width = parameter.shape[1];
            catchUp(parameters,
                    {.offset = parameter.offset + row * width, .size = width, .parameter = ParameterId(i)});
        };
        const auto rows = static_cast<std::int64_t>(rowSteps_[i].size());
        if (pool != nullptr) {
            pool->parallelFor(rows, catchUpRow);
            continue;
        }
        for (std::int64_t row = 0; row < rows; ++row) {
            catchUpRow(row);
        }
    }
    forgotten_ = numPast();
    past_.clear();
}

void Optimiser::step(ParameterStore& parameters, const UpdatePlan& plan, const StepInfo& info) {
    catchUp(parameters, plan, info.pool);
    ++numSteps_;
    if (movesAtRest() || info.l2 > 0.0F) {
        past_.push_back({.step = numSteps_, .rate = info.rate, .l2 = info.l2});
    }
    plan.forEachChunk(info.pool, [&](std::int64_t chunk) {
        for (const UpdateRange& range : plan.chunk(chunk)) {
            const Parameter& parameter = std::as_const(parameters).parameter(range.parameter);
            Work work = workOf(parameters, range);
            work.rate = info.rate * parameter.rateFactor;
            work.scale = info.gradientScale;
            work.decay = parameter.isDecayed ? info.l2 : 0.0F;
            work.step = numSteps_;
            update(work);
            if (parameter.kind == ParameterKind::kTable) {
                const std::int64_t row = (range.offset - parameter.offset) / range.size;
                rowSteps_[range.parameter.index()][static_cast<std::size_t>(row)] = numPast();
            }
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
    past_.clear();
    forgotten_ = 0;
    rowSteps_.clear();
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
