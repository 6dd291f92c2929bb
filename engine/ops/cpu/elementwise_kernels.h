// SPDX-License-Identifier: Apache-2.0
// The CPU driver of elementwise ops: the op's arithmetic on sixteen floats at a time, fused with loads and
// stores.
#pragma once

#include "engine/ops/cpu/row_chunks.h"
#include "engine/ops/math.h"

#include <algorithm>
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
        const Layout layout(call);
        forRowChunks(call, layout.rows, layout.width * std::int64_t{kStreams},
                     [&layout](std::int64_t first, std::int64_t last) {
                         for (std::int64_t row = first; row < last; ++row) {
                             forwardRow(layout, row);
                         }
                     });
    }

    static void backward(const BatchCall& call) {
        const Layout layout(call);
        forRowChunksBackward(call, layout.rows, layout.width * std::int64_t{kStreams} * 2,
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
    static constexpr bool kActivates = requires(Lanes(&x)[kStreams]) { Op::activate(x); };

    /// The call as rows of streams of one width. If all rows lie behind each other, where they are cut does
    /// not matter: then a row is as long as is good for the loop.
    struct Layout {
        static constexpr std::int64_t kFlatWidth = 1024;

        explicit Layout(const BatchCall& ownCall)
            : call(ownCall), rows(ownCall.rows), width(ownCall.y[0].width) {
            const bool isFlat = kStreams == kNumArguments &&
                                std::all_of(call.x.begin(), call.x.end(), [](const BatchOperand& operand) {
                                    return operand.kind == OperandKind::kContiguous;
                                });
            if (isFlat) {
                total = rows * width;
                width = kFlatWidth;
                rows = (total + width - 1) / width;
            }
        }

        /// Elements of a row; the last flat one may be shorter.
        [[nodiscard]] std::int64_t widthOf(std::int64_t row) const {
            return total == 0 ? width : std::min(width, total - row * width);
        }
        [[nodiscard]] std::int64_t place(std::size_t argument, std::int64_t row) const {
            return total == 0 ? call.x[argument].place(row) : row * width;
        }

        const BatchCall& call;
        std::int64_t rows = 0;
        std::int64_t width = 0;
        std::int64_t total = 0;  ///< elements, if flat
    };

    static void inputs(const Layout& layout, std::int64_t row, const float* (&x)[kStreams]) {
        std::size_t stream = 0;
        for (std::size_t i = 0; i < kNumArguments; ++i) {
            const float* start = layout.call.x[i].value + layout.place(i, row);
            for (int segment = 0; segment < Op::kSegments[i]; ++segment) {
                x[stream++] = start + segment * layout.width;
            }
        }
    }

    static void forwardRow(const Layout& layout, std::int64_t row) {
        const float* from[kStreams] = {};
        inputs(layout, row, from);
        float* const replacement = layout.call.x[0].replacement;
        const std::int64_t width = layout.widthOf(row);
        for (std::int64_t j = 0; j < width; j += kLanes) {
            const LaneBlock block(j, width);
            Lanes x[kStreams];
            Lanes y[kOutputs];
            for (std::size_t i = 0; i < kStreams; ++i) {
                x[i] = load(from[i] + block.start, block.count);
            }
            if constexpr (kActivates) {
                Op::activate(x);
                for (int i = 0; replacement != nullptr && i < Op::kSegments[0]; ++i) {
                    store(replacement + layout.place(0, row) + i * layout.width + block.start, block.skip,
                          block.count, x[i]);
                }
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
            float* start = operand.gradient == nullptr ? nullptr : operand.gradient + layout.place(i, row);
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
        const std::int64_t width = layout.widthOf(row);
        for (std::int64_t j = 0; j < width; j += kLanes) {
            const LaneBlock block(j, width);
            Lanes x[kStreams];
            Lanes y[kOutputs];
            Lanes dy[kOutputs];
            Lanes dx[kStreams];
            for (std::size_t i = 0; i < kStreams; ++i) {
                x[i] = load(from[i] + block.start, block.count);
            }
            if constexpr (kActivates) {
                if (layout.call.x[0].replacement == nullptr) {
                    Op::activate(x);
                }
            }
            for (std::size_t i = 0; i < kOutputs; ++i) {
                const std::int64_t place = row * layout.width + block.start;
                y[i] = load(layout.call.y[i].value + place, block.count);
                dy[i] = load(layout.call.y[i].gradient + place, block.count);
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
