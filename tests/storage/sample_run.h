// SPDX-License-Identifier: GPL-3.0-or-later
// Events as a trainer would send them, with values that differ from one another in every field.
#pragma once

#include "engine/base/result.h"
#include "engine/train/run_event.h"
#include "storage/run_store.h"

#include <filesystem>
#include <stdexcept>
#include <utility>
#include <vector>

namespace loomscope {

/// Returns the value, or throws with the error's text, which fails the test that runs.
template <class T>
T take(Result<T> result) {
    if (!result) {
        throw std::runtime_error(result.error().text());
    }
    if constexpr (!std::is_void_v<T>) {
        return std::move(*result);
    }
}

[[nodiscard]] RunStarted sampleStart(std::string name = "first");
[[nodiscard]] StepDone sampleStep(std::int64_t step);
[[nodiscard]] EpochDone sampleEpoch(int epoch, bool isBest);
[[nodiscard]] CheckpointReady sampleCheckpoint(int epoch, bool isBest);

/// A whole run of three epochs with ten steps each, the second being the best.
[[nodiscard]] std::vector<RunEvent> sampleRun(std::string name = "first");

/// Stores events as one run and returns its number.
RunId storeRun(const std::filesystem::path& file, const std::vector<RunEvent>& events);

[[nodiscard]] bool isSame(const StepDone& a, const StepDone& b);

/// Runs one SQL statement, or several, on a connection of its own.
void runSql(const std::filesystem::path& file, const std::string& sql);
/// Runs SQLite's own check; "ok" if the file is whole.
[[nodiscard]] std::string integrityOf(const std::filesystem::path& file);

}  // namespace loomscope
