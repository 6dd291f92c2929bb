// SPDX-License-Identifier: Apache-2.0
// All that a run needs to go on as if it had never stopped.
#pragma once

#include "engine/base/result.h"
#include "engine/params/safetensors.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace loomscope {

/// How far a run has come. Random numbers need no place here: they are drawn by seed, epoch and step.
struct TrainingProgress {
    std::int64_t epoch = 1;  ///< the present one
    std::int64_t batch = 0;  ///< minibatches of it that are done
    std::int64_t step = 0;   ///< steps done, over the whole run
    std::uint64_t digest = 0;
    double epochLoss = 0;  ///< sum over the epoch's examples
    std::int64_t epochExamples = 0;
    double epochSeconds = 0;               ///< in steps
    std::int64_t plateaus = 0;             ///< as RatePosition says
    std::int64_t epochsWithoutBetter = 0;  ///< since the best one or the last plateau
    double rateFactor = 1;                 ///< of the last step
    std::string metric;                    ///< chooses the best epoch; empty until the first evaluation
    double best =
        std::numeric_limits<double>::quiet_NaN();  ///< its value in the best epoch; NaN: it had none
    std::int64_t bestEpoch = 0;                    ///< 0: none yet
    double seconds = 0;                            ///< since the start of the run

    void startNextEpoch();
    bool operator==(const TrainingProgress&) const = default;
};

/// Progress, and all numbers that the next step depends on.
struct TrainingState {
    TrainingProgress progress;
    std::string dataHash;  ///< of the data that it was trained on
    std::int64_t optimiserSteps = 0;
    std::int64_t averagedSteps = 0;
    /// Flat arrays as in the parameter store: weights, best, average, and what the optimiser keeps.
    std::vector<NamedTensor> tensors;

    /// Null if there is none of that name.
    [[nodiscard]] const std::vector<float>* find(std::string_view name) const;
};

/// The bytes of a safetensors file. Reals are written so that they are read back to the bit.
[[nodiscard]] std::vector<std::byte> encodeState(const TrainingState& state);
/// Errors: those of decodeTensors; kParse for a file that is not such a state, naming what is missing.
[[nodiscard]] Result<TrainingState> decodeState(std::span<const std::byte> bytes);

}  // namespace loomscope
