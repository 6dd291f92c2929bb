// SPDX-License-Identifier: Apache-2.0
// Where each batch's numbers lie, and how each argument is read. Plain data; tested without a kernel.
#pragma once

#include "engine/graph/graph.h"
#include "engine/ops/batch_call.h"
#include "engine/schedule/schedule.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace loomscope {

/// One argument of a launch. Places are counted in floats from the start of the value arena; the gradient of
/// a number lies at the same place of the gradient arena.
struct Operand {
    OperandKind kind = OperandKind::kContiguous;
    ParameterId parameter;       ///< of kShared
    Shape shape;                 ///< of a row, or of the parameter
    std::int64_t place = 0;      ///< of kContiguous: of the first row
    std::uint32_t firstRow = 0;  ///< of kGathered and kList: index into MemoryPlan::rows
    std::uint32_t firstBound =
        0;  ///< of kList: index into MemoryPlan::bounds; row r has rows bounds[r] … bounds[r+1]−1
    bool wantsGradient = true;   ///< false if nothing trainable lies below
    bool isOnlyUse = false;      ///< nobody else reads these values: the gradient is assigned, not added
    bool mayRepeat = false;      ///< a place may occur twice: the gradient is added on one thread
    bool isReplaceable = false;  ///< nobody else reads these values, not even the backward of what made them
};

/// The result of a launch: rows behind each other.
struct OutputBlock {
    std::int64_t place = 0;
    Shape shape;  ///< of a row
};

/// One kernel over all rows of a batch: of the batch's op, or of one node of its cell's body.
struct Launch {
    enum class Kind : std::uint8_t { kOp, kGather };
    Kind kind = Kind::kOp;
    OpId op{};
    Attributes attributes;
    std::uint32_t batch = 0;
    std::int64_t rows = 0;
    std::uint32_t firstOperand = 0;
    std::uint32_t numOperands = 0;
    std::uint32_t firstOutput = 0;
    std::uint32_t numOutputs = 0;
    std::uint32_t firstPayload =
        0;  ///< index into MemoryPlan::payloads, one a row, if the op has an integer payload
};

/// The program of a step. Of no use if it needs more than 2³² numbers: places would not hold it. All batches
/// of one signature lie in one region, in schedule order, so that the gradient of a shared weight is one
/// product over the whole step.
struct MemoryPlan {
    std::vector<std::uint32_t> places;  ///< by value of the graph; unset for parameters
    std::vector<Launch> launches;
    std::vector<Operand> operands;
    std::vector<OutputBlock> outputs;
    std::vector<std::uint32_t> rows;
    std::vector<std::uint32_t> bounds;
    std::vector<std::int32_t> payloads;
    std::int64_t numFloats = 0;  ///< size of the value arena
    std::int64_t numAccumulated =
        0;  ///< places below this have gradients that are added to, so must start at zero
    std::int64_t gathers = 0;
    std::int64_t gatheredBytes = 0;

    [[nodiscard]] std::span<const Operand> operandsOf(const Launch& launch) const {
        return std::span(operands).subspan(launch.firstOperand, launch.numOperands);
    }
    [[nodiscard]] std::span<const OutputBlock> outputsOf(const Launch& launch) const {
        return std::span(outputs).subspan(launch.firstOutput, launch.numOutputs);
    }
};

/// Lays out steps. Keeps its scratch memory, so that planning allocates nothing once warm.
/// Cost: linear in nodes and edges. Threads: thread-confined.
class MemoryPlanner {
public:
    MemoryPlanner();
    ~MemoryPlanner();
    /// Reuses the memory of `plan`.
    void plan(const Graph& graph, const Schedule& schedule, MemoryPlan& plan);

private:
    struct Scratch;
    std::unique_ptr<Scratch> scratch_;
};

}  // namespace loomscope
