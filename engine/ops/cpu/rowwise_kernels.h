// SPDX-License-Identifier: Apache-2.0
// The CPU driver of rowwise ops: a loop over rows.
#pragma once

#include "engine/ops/cpu/row_chunks.h"
#include "engine/ops/row_call.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace loomscope::cpu {

template <class Op>
class RowwiseKernels {
public:
    static void forward(const BatchCall& call) {
        forRowChunks(call, call.rows, workOf(call), [&call](std::int64_t first, std::int64_t last) {
            for (std::int64_t row = first; row < last; ++row) {
                Row state(call, row);
                Op::template forward<float>(state.rowCall);
            }
        });
    }

    static void backward(const BatchCall& call) {
        forRowChunksBackward(call, call.rows, workOf(call), [&call](std::int64_t first, std::int64_t last) {
            for (std::int64_t row = first; row < last; ++row) {
                Row state(call, row);
                backwardRow(call, row, state);
            }
        });
    }

    /// Adds to the gradients of the parameters, row after row.
    static void parameterGradient(const BatchCall& call, std::span<float* const> gradients) {
        for (std::int64_t row = 0; row < call.rows; ++row) {
            const Row state(call, row);
            const std::array<const float*, 1> dy{call.y[0].gradient + row * call.y[0].width};
            std::array<float*, kNumArguments> dx{};
            for (std::size_t i = 0, next = 0; i < kNumArguments; ++i) {
                dx[i] = Op::kArguments[i] == ArgumentKind::kParameter ? gradients[next++] : nullptr;
            }
            Op::template backward<float>(state.rowCall, RowGradient<float>{.dy = dy, .dx = dx});
        }
    }
    /// The above if the op takes parameters, else null.
    static constexpr auto kParameterGradient =
        std::ranges::find(Op::kArguments, ArgumentKind::kParameter) != Op::kArguments.end()
            ? &parameterGradient
            : nullptr;

private:
    static constexpr std::size_t kNumArguments = Op::kArguments.size();
    /// A scalar exponential costs about as much as this many plain loads.
    static constexpr std::int64_t kWeight = 8;

    static std::int64_t workOf(const BatchCall& call) {
        std::int64_t floats = call.y[0].width;
        for (const BatchOperand& operand : call.x) {
            floats += operand.width;
        }
        return floats * kWeight;
    }

    struct Row {
        std::array<const float*, kNumArguments> x;
        std::array<Shape, kNumArguments> shapes;
        std::array<float*, 1> y;
        std::array<Shape, 1> outputs;
        RowCall<float> rowCall;

        Row(const BatchCall& call, std::int64_t row) {
            for (std::size_t i = 0; i < kNumArguments; ++i) {
                x[i] = call.x[i].value + call.x[i].place(row);
                shapes[i] = call.x[i].shape;
            }
            y[0] = call.y[0].value + row * call.y[0].width;
            outputs[0] = call.y[0].shape;
            rowCall = {.x = x,
                       .shapes = shapes,
                       .y = y,
                       .outputs = outputs,
                       .attributes = call.attributes,
                       .payload = call.payloads == nullptr ? 0 : call.payloads[row],
                       .seed = call.seed};
        }
        Row(const Row&) = delete;
        Row& operator=(const Row&) = delete;
    };

    static void backwardRow(const BatchCall& call, std::int64_t row, const Row& state) {
        const std::array<const float*, 1> dy{call.y[0].gradient + row * call.y[0].width};
        std::array<float*, kNumArguments> dx{};
        for (std::size_t i = 0; i < kNumArguments; ++i) {
            const BatchOperand& operand = call.x[i];
            if (operand.gradient != nullptr) {
                dx[i] = operand.gradient + operand.place(row);
                if (operand.isOnlyUse) {
                    std::fill(dx[i], dx[i] + operand.width, 0.0F);
                }
            }
        }
        if (std::any_of(dx.begin(), dx.end(), [](const float* pointer) { return pointer != nullptr; })) {
            Op::template backward<float>(state.rowCall, RowGradient<float>{.dy = dy, .dx = dx});
        }
    }
};

}  // namespace loomscope::cpu
