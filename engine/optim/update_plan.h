// SPDX-License-Identifier: Apache-2.0
// Which numbers of a parameter store a step changes, cut into fixed chunks of work.
#pragma once

#include "engine/base/thread_pool.h"
#include "engine/params/parameter_store.h"

#include <cstdint>
#include <functional>
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
    explicit UpdatePlan(const ParameterStore& parameters);

    [[nodiscard]] std::int64_t numChunks() const { return static_cast<std::int64_t>(firstRange_.size()) - 1; }
    [[nodiscard]] std::span<const UpdateRange> chunk(std::int64_t index) const;
    [[nodiscard]] std::span<const UpdateRange> ranges() const { return ranges_; }

    /// Calls `work(index)` for each chunk, on `pool` if there is one.
    void forEachChunk(ThreadPool* pool, const std::function<void(std::int64_t)>& work) const;

private:
    void append(const UpdateRange& range);

    std::vector<UpdateRange> ranges_;
    std::vector<std::size_t> firstRange_;  ///< by chunk, and one past the last
    std::int64_t chunkSize_ = 0;           ///< elements in the last chunk so far
};

}  // namespace loomscope
