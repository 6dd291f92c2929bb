// SPDX-License-Identifier: Apache-2.0
// The part of TrainingRun that keeps its state, and goes on from one.
#include "engine/train/training_run.h"

#include <fmt/format.h>

#include <algorithm>

namespace loomscope {

namespace {

constexpr std::string_view kWeights = "weights";
constexpr std::string_view kBest = "best";
constexpr std::string_view kAverage = "average";
/// So long at least between two states in the middle of a run: writing one may take as long as an epoch.
constexpr double kSecondsBetween = 10;
/// What a store takes as one value.
constexpr std::size_t kLargestFile = 1'000'000'000;

NamedTensor flat(std::string name, std::span<const float> values) {
    return {.name = std::move(name),
            .shape = Shape{static_cast<int>(values.size())},
            .values = {values.begin(), values.end()}};
}

std::string stateName(std::string_view name) {
    return fmt::format("optimiser/{}", name);
}

}  // namespace

Result<void> TrainingRun::resume(const TrainingState& state) {
    const auto unfit = [](std::string_view what) {
        return fail(
            ErrorCode::kShape,
            fmt::format("the kept state has no fitting {}: it is of another model or optimiser", what));
    };
    const auto* weights = state.find(kWeights);
    const auto size = static_cast<std::size_t>(parameters_.size());
    if (weights == nullptr || weights->size() != size) {
        return unfit(kWeights);
    }
    std::vector<OptimiserState> kept;
    for (const OptimiserState& known : parts_.optimiser->state()) {
        const auto* values = state.find(stateName(known.name));
        if (values == nullptr) {
            return unfit(known.name);
        }
        kept.push_back({.name = known.name, .values = *values});
    }
    LOOM_TRY_VOID(parts_.optimiser->restore(state.optimiserSteps, kept));
    if (average_ && state.averagedSteps > 0) {
        const auto* average = state.find(kAverage);
        if (average == nullptr || average->size() != size) {
            return unfit(kAverage);
        }
        average_->restore(state.averagedSteps, *average);
    }
    const auto* best = state.find(kBest);
    if (state.progress.bestEpoch > 0 && (best == nullptr || best->size() != size)) {
        return unfit(kBest);
    }
    bestValues_ = best == nullptr ? std::vector<float>() : *best;
    std::ranges::copy(*weights, parameters_.values().begin());
    progress_ = state.progress;
    result_.bestEpoch = static_cast<int>(progress_.bestEpoch);
    resumedAt_ = progress_.step;
    return {};
}

void TrainingRun::saveState() {
    parts_.optimiser->catchUpAll(parameters_, &parts_.device->pool());
    TrainingState state{
        .progress = progress_, .dataHash = parts_.data.hash, .optimiserSteps = parts_.optimiser->numSteps()};
    state.progress.seconds = seconds();
    state.tensors.push_back(flat(std::string(kWeights), parameters_.values()));
    if (progress_.bestEpoch > 0) {
        state.tensors.push_back(flat(std::string(kBest), bestValues_));
    }
    for (const OptimiserState& kept : parts_.optimiser->state()) {
        state.tensors.push_back(flat(stateName(kept.name), kept.values));
    }
    if (average_) {
        state.averagedSteps = average_->numSteps();
        state.tensors.push_back(flat(std::string(kAverage), average_->values()));
    }
    auto file = std::make_shared<const std::vector<std::byte>>(encodeState(state));
    savedState_ = seconds();
    if (file->size() > kLargestFile) {
        emit(RunNotice{
            .step = progress_.step,
            .kind = "warning",
            .text = "weights and what the optimiser keeps are more than 1 GB: this run can't be resumed"});
        return;
    }
    emit(StateReady{
        .epoch = static_cast<int>(progress_.epoch), .step = progress_.step, .file = std::move(file)});
}

void TrainingRun::saveStateIfDue() {
    if (seconds() - savedState_ >= kSecondsBetween) {
        saveState();
    }
}

}  // namespace loomscope
