// SPDX-License-Identifier: Apache-2.0
// Which examples make up which minibatch.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace loomscope {

/// Gives each example once an epoch, in an order that depends on seed and epoch alone.
/// Threads: thread-confined.
class Sampler {
public:
    Sampler(std::int64_t numExamples, std::int64_t batchSize, std::uint64_t seed);

    /// Shuffles for an epoch, which need not follow the last one.
    void startEpoch(int epoch);
    [[nodiscard]] std::int64_t numBatches() const;
    /// Indices of one minibatch; the last may be smaller.
    [[nodiscard]] std::span<const std::int64_t> batch(std::int64_t index) const;

private:
    std::int64_t batchSize_;
    std::uint64_t seed_;
    std::vector<std::int64_t> order_;
};

}  // namespace loomscope
