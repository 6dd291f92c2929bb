// SPDX-License-Identifier: Apache-2.0
#include "engine/train/sampler.h"

#include "engine/base/rng.h"

#include <algorithm>
#include <numeric>

namespace loomscope {

Sampler::Sampler(std::int64_t numExamples, std::int64_t batchSize, std::uint64_t seed)
    : batchSize_(batchSize), seed_(seed), order_(static_cast<std::size_t>(numExamples)) {
    std::iota(order_.begin(), order_.end(), std::int64_t{0});
}

void Sampler::startEpoch(int epoch) {
    std::iota(order_.begin(), order_.end(), std::int64_t{0});
    Rng rng(seed_, static_cast<std::uint64_t>(epoch));
    rng.shuffle(std::span(order_));
}

std::int64_t Sampler::numBatches() const {
    return (static_cast<std::int64_t>(order_.size()) + batchSize_ - 1) / batchSize_;
}

std::span<const std::int64_t> Sampler::batch(std::int64_t index) const {
    const auto first = static_cast<std::size_t>(index * batchSize_);
    return std::span(order_).subspan(first,
                                     std::min(static_cast<std::size_t>(batchSize_), order_.size() - first));
}

}  // namespace loomscope
