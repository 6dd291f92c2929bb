// SPDX-License-Identifier: Apache-2.0
// Runs a schedule forward and backward on a device.
#pragma once

#include "engine/base/result.h"
#include "engine/exec/execution_trace.h"
#include "engine/exec/memory_plan.h"
#include "engine/graph/graph.h"
#include "engine/params/parameter_store.h"
#include "engine/schedule/schedule.h"
#include "engine/tensor/device.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace loomscope {

/// Owns the arenas of values and gradients, and reuses them: after the largest step it allocates nothing.
/// Use: forward(), then value(), then perhaps backward(), then gradient(). Results live until the next
/// forward(). Threads: thread-confined; works on the threads of its device.
class Executor {
public:
    /// `device` must outlive the executor.
    explicit Executor(Device& device);
    ~Executor();

    /// Plans memory and runs all batches. `seed` keys dropout: the same seed, the same masks in any order of
    /// batches. `graph` and `schedule` must outlive the calls that follow. Errors: kResource if the values do
    /// not fit into memory, naming the size; kInvalid if an index that another node made is outside its axis,
    /// naming the node, or if the graph is the body of a cell.
    Result<void> forward(const Graph& graph, const Schedule& schedule, const ParameterStore& parameters,
                         std::uint64_t seed);
    /// The two halves of forward(), for those who change parameters between them. Errors: as forward().
    Result<void> plan(const Graph& graph, const Schedule& schedule);
    Result<void> run(const ParameterStore& parameters, std::uint64_t seed);
    /// Touches the rows of tables that the planned graph reads.
    void touchTables(ParameterStore& parameters) const;
    /// Adds `scale` times the gradient of the sum of `losses` (values of size 1) to the gradients of
    /// `parameters`, and touches the rows of tables. Accumulates in a fixed order: repeats to the bit for any
    /// number of threads. Errors: kResource if the gradients do not fit into memory, naming the size;
    /// kShape for a loss of another size, naming its node.
    Result<void> backward(std::span<const ValueId> losses, float scale, ParameterStore& parameters);

    /// Numbers of a value of the graph of the last forward().
    [[nodiscard]] std::span<const float> value(ValueId id) const;
    /// Gradient of the losses by a value, after backward(); meaningful for values that others use or that are
    /// losses.
    [[nodiscard]] std::span<const float> gradient(ValueId id) const;

    [[nodiscard]] const MemoryPlan& memoryPlan() const;
    /// Seconds by kind of work since the last resetProfile().
    [[nodiscard]] const Profile& profile() const;
    void resetProfile();
    /// Records each launch from now on, or stops; off by default.
    void setTracing(bool isOn);
    [[nodiscard]] std::span<const TraceEntry> trace() const;
    /// Calls `inspect` after each launch from now on, on the calling thread; an empty one stops that.
    void setInspector(std::function<void(const FinishedLaunch&)> inspect);
    /// Bytes of the arenas: values, gradients, packed weights.
    [[nodiscard]] std::int64_t arenaBytes() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace loomscope
