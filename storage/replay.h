// SPDX-License-Identifier: Apache-2.0
// Running a stored run again, and where the second time differs from the first.
#pragma once

#include "engine/base/job_control.h"
#include "engine/base/result.h"
#include "storage/run_store.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace loomscope {

/// A stored number or text. Digests are text, "0x" and 16 digits.
using ReplayValue = std::variant<std::int64_t, double, std::string>;
/// For people: numbers with all the digits that tell them apart.
[[nodiscard]] std::string text(const ReplayValue& value);

/// The first place where a run that was repeated is not the stored one.
struct ReplayDifference {
    std::int64_t step = 0;
    std::string field;  ///< "loss", "digest", …; "dev_loss" and the like after an epoch; "steps": one ran on
    ReplayValue stored, again;
};

/// What was different before the first step, so that it may be why the steps differ.
struct ReplayCircumstance {
    std::string what;  ///< "code", "data" or "device"
    std::string stored, again;
};

struct ReplayReport {
    std::int64_t steps = 0;  ///< that were compared and equal
    std::optional<ReplayDifference> difference;
    std::vector<ReplayCircumstance> circumstances;

    [[nodiscard]] bool isIdentical() const { return !difference; }
};

struct ReplayOptions {
    std::optional<int> threads;  ///< instead of the run's own; results do not depend on it
    JobControl job;
};

/// Trains again from the stored config and compares all that the run said but times, to the bit: of each step
/// epoch, loss, examples, nodes, batches, launches, gradient norm and digest; of each epoch the losses and
/// metrics; the test. Stops at the first difference, and where the stored run stopped. Takes as long as the
/// run did, and stores nothing. Errors: kNotFound (no such run; its data is gone), kCancelled, those of
/// train() and of the store.
[[nodiscard]] Result<ReplayReport> verifyReplay(const RunStore& store, RunId run,
                                                const ReplayOptions& options = {});

}  // namespace loomscope
