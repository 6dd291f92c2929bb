// SPDX-License-Identifier: Apache-2.0
// What every elementwise op is, derived from its arithmetic: argument kinds, shape rule, forward and backward
// of a row.
#pragma once

#include "engine/ops/row_call.h"

#include <array>
#include <numeric>

namespace loomscope {

/// Adapts an elementwise op to the interface that rowwise ops have by themselves.
template <class Op>
struct ElementwiseRow {
    static constexpr std::size_t kNumArguments = Op::kSegments.size();
    static constexpr std::size_t kStreams = std::accumulate(Op::kSegments.begin(), Op::kSegments.end(), 0);
    static constexpr std::size_t kOutputs = Op::kOutputs;
    static constexpr std::string_view kName = Op::kName;
    static constexpr Payload kPayload = Payload::kNone;
    static constexpr std::array<ArgumentKind, kNumArguments> kArguments{};

    static Result<std::vector<Shape>> inferShapes(std::span<const Shape> x, const Attributes&) {
        constexpr bool kIsPlain = kStreams == kNumArguments && kOutputs == 1;
        const std::int64_t width = x[0].size() / Op::kSegments[0];
        for (std::size_t i = 0; i < kNumArguments; ++i) {
            if (x[i].size() != width * Op::kSegments[i] || (kIsPlain && x[i] != x[0])) {
                return fail(ErrorCode::kShape,
                            kIsPlain ? "the arguments must have one shape"
                                     : "the gates must be a whole number of blocks as long as the state");
            }
        }
        return std::vector(kOutputs, kIsPlain ? x[0] : Shape{static_cast<std::int32_t>(width)});
    }

    template <class T>
    static void forward(const RowCall<T>& call) {
        const std::int64_t width = call.outputWidth();
        for (std::int64_t j = 0; j < width; ++j) {
            T x[kStreams] = {};
            T y[kOutputs] = {};
            readActivated(call, j, width, x);
            Op::value(x, *call.attributes, y);
            for (std::size_t i = 0; i < kOutputs; ++i) {
                call.y[i][j] = y[i];
            }
        }
    }

    template <class T>
    static void backward(const RowCall<T>& call, const RowGradient<T>& gradient) {
        const std::int64_t width = call.outputWidth();
        for (std::int64_t j = 0; j < width; ++j) {
            T x[kStreams] = {};
            T y[kOutputs] = {};
            T dy[kOutputs] = {};
            T dx[kStreams] = {};
            readActivated(call, j, width, x);
            for (std::size_t i = 0; i < kOutputs; ++i) {
                y[i] = call.y[i][j];
                dy[i] = gradient.dy[i][j];
            }
            Op::grad(x, y, dy, *call.attributes, dx);
            std::size_t stream = 0;
            for (std::size_t i = 0; i < kNumArguments; ++i) {
                for (int segment = 0; segment < Op::kSegments[i]; ++segment, ++stream) {
                    if (gradient.dx[i] != nullptr) {
                        gradient.dx[i][segment * width + j] += dx[stream];
                    }
                }
            }
        }
    }

private:
    template <class T>
    static void readActivated(const RowCall<T>& call, std::int64_t j, std::int64_t width, T (&x)[kStreams]) {
        std::size_t stream = 0;
        for (std::size_t i = 0; i < kNumArguments; ++i) {
            for (int segment = 0; segment < Op::kSegments[i]; ++segment, ++stream) {
                x[stream] = call.x[i][segment * width + j];
            }
        }
        if constexpr (requires { Op::activate(x); }) {
            Op::activate(x);
        }
    }
};

}  // namespace loomscope
