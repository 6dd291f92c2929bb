// SPDX-License-Identifier: Apache-2.0
// The CPU driver of elementwise ops: the op's arithmetic on sixteen floats at a time, fused with loads and
// stores.
#pragma once

#include "engine/ops/cpu/row_chunks.h"
#include "engine/ops/math.h"

#include <cstddef>
#include <cstring>
#include <numeric>

namespace loomscope::cpu {

using math::Lanes;
inline constexpr std::int64_t kLanes = 16;

inline Lanes load(const float* from, std::int64_t count) {
    if (count == kLanes) {
        return Eigen::Map<const Lanes>(from);
    }
    Lanes lanes = Lanes::Zero();
    std::memcpy(lanes.data(), from, static_cast<std::size_t>(count) * sizeof(float));
    return lanes;
}

/// Writes lanes skip … count−1.
inline void store(float* to, std::int64_t skip, std::int64_t count, const Lanes& lanes) {
    if (skip == 0 && count == kLanes) {
        Eigen::Map<Lanes>{to} = lanes;
        return;
    }
    std::memcpy(to + skip, lanes.data() + skip, static_cast<std::size_t>(count - skip) * sizeof(float));
}

/// The lanes of a row that are worked on together. The last ones of a row overlap those before, so that they
/// too are read as a whole; only what is new, from `skip` on, is written.
struct LaneBlock {
    std::int64_t start = 0;
    std::int64_t skip = 0;
    std::int64_t count = 0;

    LaneBlock(std::int64_t first, std::int64_t width)
        : start(std::max<std::int64_t>(0, std::min(first, width - kLanes))),
          skip(first - start),
          count(std::min(kLanes, width)) {}
};

template <class Op>
class ElementwiseKernels {
public:
    static void forward(const BatchCall& call) {
        const Layout layout = layoutOf(call);
        forRowChunks(layout.call, layout.width * std::int64_t{kStreams},
                     [&layout](std::int64_t first, std::int64_t last) {
                         for (std::int64_t row = first; row < last; ++row) {
                             forwardRow(layout, row);
                         }
                     });
    }

    static void backward(const BatchCall& call) {
        const Layout layout = layoutOf(call);
        forRowChunksBackward(layout.call, layout.width * std::int64_t{kStreams} * 2,
                             [&layout](std::int64_t first, std::int64_t last) {
                                 for (std::int64_t row = first; row < last; ++row) {
                                     backwardRow(layout, row);
                                 }
                             });
    }

private:
    static constexpr std::size_t kNumArguments = Op::kSegments.size();
    static constexpr std::size_t kStreams = std::accumulate(Op::kSegments.begin(), Op::kSegments.end(), 0);
    static constexpr std::size_t kOutputs = Op::kOutputs;

    /// The call as rows of streams of one width.
    struct Layout {
        BatchCall call;
        std::int64_t width = 0;
    };

    static Layout layoutOf(const BatchCall& call) { return {.call = call, .width = call.y[0].width}; }

    static void inputs(const Layout& layout, std::int64_t row, const float* (&x)[kStreams]) {
        std::size_t stream = 0;
        for (std::size_t i = 0; i < kNumArguments; ++i) {
            const BatchOperand& operand = layout.call.x[i];
            const float* start = operand.value + operand.place(row);
            for (int segment = 0; segment < Op::kSegments[i]; ++segment) {
                x[stream++] = start + segment * layout.width;
            }
        }
    }

    static void forwardRow(const Layout& layout, std::int64_t row) {
        const float* from[kStreams] = {};
        inputs(layout, row, from);
        for (std::int64_t j = 0; j < layout.width; j += kLanes) {
            const LaneBlock block(j, layout.width);
            Lanes x[kStreams];
            Lanes y[kOutputs];
            for (std::size_t i = 0; i < kStreams; ++i) {
                x[i] = load(from[i] + block.start, block.count);
            }
            Op::value(x, *layout.call.attributes, y);
            for (std::size_t i = 0; i < kOutputs; ++i) {
                store(layout.call.y[i].value + row * layout.width + block.start, block.skip, block.count,
                      y[i]);
            }
        }
    }

    static void gradients(const Layout& layout, std::int64_t row, float* (&dx)[kStreams],
                          bool (&isOnlyUse)[kStreams]) {
        std::size_t stream = 0;
        for (std::size_t i = 0; i < kNumArguments; ++i) {
            const BatchOperand& operand = layout.call.x[i];
            float* start = operand.gradient == nullptr ? nullptr : operand.gradient + operand.place(row);
            for (int segment = 0; segment < Op::kSegments[i]; ++segment, ++stream) {
                dx[stream] = start == nullptr ? nullptr : start + segment * layout.width;
                isOnlyUse[stream] = operand.isOnlyUse;
            }
        }
    }

    static void backwardRow(const Layout& layout, std::int64_t row) {
        const float* from[kStreams] = {};
        float* to[kStreams] = {};
        bool isOnlyUse[kStreams] = {};
        inputs(layout, row, from);
        gradients(layout, row, to, isOnlyUse);
        for (std::int64_t j = 0; j < layout.width; j += kLanes) {
            const LaneBlock block(j, layout.width);
            Lanes x[kStreams];
            Lanes y[kOutputs];
            Lanes dy[kOutputs];
            Lanes dx[kStreams];
            for (std::size_t i = 0; i < kStreams; ++i) {
                x[i] = load(from[i] + block.start, block.count);
            }
            for (std::size_t i = 0; i < kOutputs; ++i) {
                y[i] = load(layout.call.y[i].value + row * layout.width + block.start, block.count);
                dy[i] = load(layout.call.y[i].gradient + row * layout.width + block.start, block.count);
            }
            Op::grad(x, y, dy, *layout.call.attributes, dx);
            for (std::size_t i = 0; i < kStreams; ++i) {
                if (to[i] != nullptr) {
                    float* target = to[i] + block.start;
                    store(target, block.skip, block.count,
                          isOnlyUse[i] ? dx[i] : Lanes(load(target, block.count) + dx[i]));
                }
            }
        }
    }
};

}  // namespace loomscope::cpu
