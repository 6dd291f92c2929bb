// SPDX-License-Identifier: GPL-3.0-or-later
// Between the training thread, which may be fast, and the window, which looks twenty times a second.
#pragma once

#include "engine/train/run_event.h"

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

namespace loomscope {

/// One point of the live charts: a step, or some neighbouring steps merged into one.
struct StepSample {
    std::int64_t step = 0;  ///< the last of them
    int epoch = 0;
    double loss = 0;         ///< mean
    double examples = 0;     ///< sum
    double seconds = 0;      ///< sum
    std::int64_t steps = 1;  ///< how many

    [[nodiscard]] double examplesPerSecond() const { return seconds > 0 ? examples / seconds : 0; }
};

/// Everything a run said since the last look.
struct RunUpdate {
    std::optional<RunStarted> started;
    std::vector<StepSample> steps;
    std::vector<EpochDone> epochs;
    std::vector<RunNotice> notices;
    std::optional<TestDone> test;
    std::optional<RunEnded> ended;
};

/// Joins neighbouring samples in pairs, in place: half the points, the same sums.
void mergePairs(std::vector<StepSample>& samples);

/// Holds events until they are taken. Bounded: when steps come faster than they are taken, neighbours are
/// merged; no other event is ever dropped. Checkpoints are not for the window and pass by. Threads:
/// thread-safe.
class EventMailbox {
public:
    void put(const RunEvent& event);
    [[nodiscard]] RunUpdate take();

    static constexpr std::size_t kMaxSteps = 4096;

private:
    std::mutex mutex_;
    RunUpdate update_;
};

}  // namespace loomscope
