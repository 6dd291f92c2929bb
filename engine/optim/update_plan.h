// SPDX-License-Identifier: Apache-2.0
// Which numbers of a parameter store a step changes, cut into fixed chunks of work.
#pragma once

#include "engine/base/thread_pool.h"
#include "engine/params/parameter_store.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace loomscope {

/// Numbers that lie behind each other in the flat buffers and belong to one parameter.
struct UpdateRange {
    std::int64_t offset = 0;
    std::int64_t size = 0;
    ParameterId parameter;
};

/// All elements of dense parameters and the touched rows of tables. Chunks do not depend on the number of
/// threads, so neither does anything that is computed from them in their order.
class UpdatePlan {
public:
    UpdatePlan() = default;
    explicit UpdatePlan(const ParameterStore& parameters) { assign(parameters); }
    /// Makes it the plan of the store's present touches. Reuses its memory.
    void assign(const ParameterStore& parameters);

    [[nodiscard]] std::int64_t numChunks() const { return static_cast<std::int64_t>(firstRange_.size()) - 1; }
    [[nodiscard]] std::span<const UpdateRange> chunk(std::int64_t index) const;
    [[nodiscard]] std::span<const UpdateRange> ranges() const { return ranges_; }

    /// Calls `work(index)` for each chunk, on `pool` if there is one.
    template <class Work>
    void forEachChunk(ThreadPool* pool, const Work& work) const {
        forChunks(pool, 0, numChunks(), work);
    }

    /// Makes `make(index)` of each chunk, on `pool` if there is one, and passes these numbers to `take` in
    /// the order of chunks, on the calling thread. Allocates nothing.
    template <class Number, class Make, class Take>
    void collect(ThreadPool* pool, const Make& make, const Take& take) const {
        constexpr std::int64_t kAtOnce = 256;
        std::array<Number, kAtOnce> numbers{};
        for (std::int64_t first = 0; first < numChunks(); first += kAtOnce) {
            const std::int64_t count = std::min(kAtOnce, numChunks() - first);
            forChunks(pool, first, count, [&](std::int64_t index) {
                numbers[static_cast<std::size_t>(index - first)] = make(index);
            });
            std::for_each_n(numbers.begin(), count, take);
        }
    }

private:
    template <class Work>
    static void forChunks(ThreadPool* pool, std::int64_t first, std::int64_t count, const Work& work) {
        if (pool != nullptr) {
            pool->parallelFor(count, [&](std::int64_t index) { work(first + index); });
            return;
        }
        for (std::int64_t index = first; index < first + count; ++index) {
            work(index);
        }
    }

    void append(const UpdateRange& range);

    std::vector<UpdateRange> ranges_;
    std::vector<std::size_t> firstRange_ = {0};  ///< by chunk, and one past the last
    std::int64_t chunkSize_ = 0;                 ///< elements in the last chunk so far
};

}  // namespace loomscope
