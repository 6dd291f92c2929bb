// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/ops/batch_call.h"

#include <algorithm>
#include <cstdint>

namespace loomscope::cpu {

/// Calls work(first, last) for chunks of `rows` rows on the device's threads. A chunk is about as much work
/// as a wake-up of a thread is worth; small batches stay on the calling thread.
template <class Work>
void forRowChunks(const BatchCall& call, std::int64_t rows, std::int64_t floatsPerRow, const Work& work) {
    constexpr std::int64_t kFloatsPerChunk = 32768;
    const std::int64_t chunk =
        std::max<std::int64_t>(1, kFloatsPerChunk / std::max<std::int64_t>(1, floatsPerRow));
    const std::int64_t chunks = (rows + chunk - 1) / chunk;
    if (chunks <= 1) {
        work(std::int64_t{0}, rows);
        return;
    }
    call.device->pool().parallelFor(
        chunks, [&](std::int64_t i) { work(i * chunk, std::min(rows, (i + 1) * chunk)); });
}

/// The same for backward: on one thread if two rows may add to the same place.
template <class Work>
void forRowChunksBackward(const BatchCall& call, std::int64_t rows, std::int64_t floatsPerRow,
                          const Work& work) {
    const bool mayRepeat = std::any_of(call.x.begin(), call.x.end(), [](const BatchOperand& operand) {
        return operand.mayRepeat && operand.gradient != nullptr;
    });
    if (mayRepeat) {
        work(std::int64_t{0}, rows);
    } else {
        forRowChunks(call, rows, floatsPerRow, work);
    }
}

}  // namespace loomscope::cpu
