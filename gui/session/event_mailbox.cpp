// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/event_mailbox.h"

#include <utility>
#include <variant>

namespace loomscope {

namespace {

struct Sorter {
    RunUpdate& update;

    void operator()(const RunStarted& started) const { update.started = started; }
    void operator()(const StepDone& step) const {
        if (update.steps.size() >= EventMailbox::kMaxSteps) {
            mergePairs(update.steps);
        }
        update.steps.push_back({.step = step.step,
                                .epoch = step.epoch,
                                .loss = step.loss,
                                .examples = static_cast<double>(step.examples),
                                .seconds = step.seconds});
    }
    void operator()(const EpochDone& epoch) const { update.epochs.push_back(epoch); }
    void operator()(const CheckpointReady&) const {}
    void operator()(const StateReady&) const {}
    void operator()(const TestDone& test) const { update.test = test; }
    void operator()(const RunNotice& notice) const { update.notices.push_back(notice); }
    void operator()(const RunEnded& ended) const { update.ended = ended; }
};

}  // namespace

void mergePairs(std::vector<StepSample>& samples) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < samples.size(); i += 2, ++kept) {
        StepSample merged = samples[i];
        if (i + 1 < samples.size()) {
            const StepSample& next = samples[i + 1];
            const auto first = static_cast<double>(merged.steps);
            const auto second = static_cast<double>(next.steps);
            merged.loss = (merged.loss * first + next.loss * second) / (first + second);
            merged.step = next.step;
            merged.epoch = next.epoch;
            merged.examples += next.examples;
            merged.seconds += next.seconds;
            merged.steps += next.steps;
        }
        samples[kept] = merged;
    }
    samples.resize(kept);
}

void EventMailbox::put(const RunEvent& event) {
    const std::lock_guard lock(mutex_);
    std::visit(Sorter{update_}, event);
}

RunUpdate EventMailbox::take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(update_, {});
}

}  // namespace loomscope
