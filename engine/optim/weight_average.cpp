// SPDX-License-Identifier: Apache-2.0
#include "engine/optim/weight_average.h"

#include <algorithm>

namespace loomscope {

void WeightAverage::add(const ParameterStore& parameters, ThreadPool* pool) {
    const auto values = parameters.values();
    const auto done = static_cast<double>(numSteps_++);
    if (average_.empty()) {
        average_.assign(values.begin(), values.end());
        return;
    }
    const double keep = decay_ < 1.0 ? std::min(decay_, done / (done + 9.0)) : done / (done + 1.0);
    const auto take = static_cast<float>(1.0 - keep);
    constexpr std::int64_t kChunk = 1 << 16;
    const auto size = static_cast<std::int64_t>(values.size());
    const auto work = [&](std::int64_t chunk) {
        const std::int64_t end = std::min(size, (chunk + 1) * kChunk);
        for (std::int64_t i = chunk * kChunk; i < end; ++i) {
            const auto place = static_cast<std::size_t>(i);
            average_[place] += take * (values[place] - average_[place]);
        }
    };
    const std::int64_t chunks = (size + kChunk - 1) / kChunk;
    if (pool != nullptr) {
        pool->parallelFor(chunks, work);
    } else {
        for (std::int64_t chunk = 0; chunk < chunks; ++chunk) {
            work(chunk);
        }
    }
}

void WeightAverage::swapWith(ParameterStore& parameters) {
    if (!average_.empty()) {
        std::ranges::swap_ranges(average_, parameters.values());
    }
}

}  // namespace loomscope
