// SPDX-License-Identifier: Apache-2.0
// A stream of minibatches through one model, as training or inference does it, and what it took.
#pragma once

#include "engine/base/result.h"
#include "engine/bench/roofline.h"
#include "engine/data/dataset.h"
#include "engine/train/run_config.h"
#include "engine/train/run_event.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace loomscope {

enum class WorkloadMode : std::uint8_t { kInfer, kTrain };

/// Sums over one measured stretch of work.
struct WorkloadTotals {
    std::int64_t steps = 0;
    std::int64_t examples = 0;
    std::int64_t nodes = 0;
    double productFlops = 0;
    double leastBytes = 0;
    double seconds = 0;
    TimeSplit time;
    StepMemory memory;  ///< of the step that needs most
};

/// Runs minibatches of a dataset in order, again and again, until the time is over.
/// Threads: thread-confined; works on the threads that the config asks for.
class Workload {
public:
    /// Uses model, optimiser, batch and engine of `config`. Errors: those of makeModel, makeDevice and
    /// makePolicy.
    static Result<Workload> make(const RunConfig& config, std::shared_ptr<const Dataset> data,
                                 WorkloadMode mode);
    ~Workload();
    Workload(Workload&&) noexcept;
    Workload& operator=(Workload&&) noexcept;

    /// Runs whole passes over the dataset for at least `seconds`, so that each call does the same work; the
    /// first one warms up. Errors: those of Executor::forward; kInvalid if the model can't read an example.
    Result<WorkloadTotals> measure(double seconds);

private:
    struct State;
    explicit Workload(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace loomscope
