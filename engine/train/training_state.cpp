// SPDX-License-Identifier: Apache-2.0
#include "engine/train/training_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <utility>

namespace loomscope {

namespace {

/// Calls `visit(key, field)` for each field that is written as text.
template <class State, class Visit>
void forEachField(State& state, const Visit& visit) {
    auto& progress = state.progress;
    visit("epoch", progress.epoch);
    visit("batch", progress.batch);
    visit("step", progress.step);
    visit("digest", progress.digest);
    visit("epoch_loss", progress.epochLoss);
    visit("epoch_examples", progress.epochExamples);
    visit("epoch_seconds", progress.epochSeconds);
    visit("plateaus", progress.plateaus);
    visit("epochs_without_better", progress.epochsWithoutBetter);
    visit("rate_factor", progress.rateFactor);
    visit("metric", progress.metric);
    visit("best", progress.best);
    visit("best_epoch", progress.bestEpoch);
    visit("seconds", progress.seconds);
    visit("data_hash", state.dataHash);
    visit("optimiser_steps", state.optimiserSteps);
    visit("averaged_steps", state.averagedSteps);
}

bool read(const std::string& text, std::string& field) {
    field = text;
    return true;
}

template <class Number>
bool read(const std::string& text, Number& field) {
    const char* const end = text.data() + text.size();
    const auto [last, error] = std::from_chars(text.data(), end, field);
    return error == std::errc() && last == end;
}

}  // namespace

void TrainingProgress::startNextEpoch() {
    ++epoch;
    batch = 0;
    epochLoss = 0;
    epochExamples = 0;
    epochSeconds = 0;
}

const std::vector<float>* TrainingState::find(std::string_view name) const {
    const auto found = std::ranges::find(tensors, name, &NamedTensor::name);
    return found == tensors.end() ? nullptr : &found->values;
}

std::vector<std::byte> encodeState(const TrainingState& state) {
    TensorFile file{.tensors = state.tensors};
    forEachField(state, [&](std::string_view key, const auto& field) {
        file.metadata.emplace(key, fmt::format("{}", field));
    });
    return encodeTensors(file);
}

Result<TrainingState> decodeState(std::span<const std::byte> bytes) {
    LOOM_TRY(TensorFile file, decodeTensors(bytes));
    TrainingState state;
    std::string bad;
    forEachField(state, [&](std::string_view key, auto& field) {
        const auto found = file.metadata.find(std::string(key));
        if (bad.empty() && (found == file.metadata.end() || !read(found->second, field))) {
            bad = key;
        }
    });
    if (!bad.empty()) {
        return fail(ErrorCode::kParse,
                    fmt::format("it is not the state of a run: '{}' is missing or damaged", bad));
    }
    state.tensors = std::move(file.tensors);
    return state;
}

}  // namespace loomscope
