// SPDX-License-Identifier: Apache-2.0
// The CPU driver of ops that reduce a list of rows element by element.
#pragma once

#include "engine/ops/cpu/row_chunks.h"

#include <algorithm>
#include <cstddef>

namespace loomscope::cpu {

template <class Op>
class ListKernels {
public:
    static void forward(const BatchCall& call) {
        const BatchOperand& list = call.x[0];
        forRowChunks(call, call.rows, list.width * kWeight,
                     [&call, &list](std::int64_t first, std::int64_t last) {
                         for (std::int64_t row = first; row < last; ++row) {
                             Op::reduce(Items(list, row), list.width, call.y[0].value + row * list.width);
                         }
                     });
    }

    static void backward(const BatchCall& call) {
        const BatchOperand& list = call.x[0];
        if (list.gradient == nullptr) {
            return;
        }
        forRowChunksBackward(
            call, call.rows, list.width * kWeight, [&call, &list](std::int64_t first, std::int64_t last) {
                for (std::int64_t row = first; row < last; ++row) {
                    const Items items(list, row);
                    for (std::size_t item = 0; list.isOnlyUse && item < items.size(); ++item) {
                        std::fill(items.gradient(item), items.gradient(item) + list.width, 0.0F);
                    }
                    const float* dy = call.y[0].gradient + row * list.width;
                    Op::spread(items, list.width, dy);
                }
            });
    }

private:
    /// About a list of a few items, each with an exponential.
    static constexpr std::int64_t kWeight = 32;

    /// The items of one row's list.
    class Items {
    public:
        Items(const BatchOperand& list, std::int64_t row)
            : list_(list), first_(list.bounds[row]), size_(list.bounds[row + 1] - list.bounds[row]) {}

        [[nodiscard]] std::size_t size() const { return size_; }
        [[nodiscard]] const float* value(std::size_t item) const {
            return list_.value + list_.rows[first_ + item];
        }
        [[nodiscard]] float* gradient(std::size_t item) const {
            return list_.gradient + list_.rows[first_ + item];
        }

    private:
        const BatchOperand& list_;
        std::size_t first_;
        std::size_t size_;
    };
};

}  // namespace loomscope::cpu
