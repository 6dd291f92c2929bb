// SPDX-License-Identifier: Apache-2.0
#include "engine/train/digest.h"

#include "engine/base/rng.h"

#include <array>
#include <bit>
#include <cstring>

namespace loomscope {

std::uint64_t hashBits(std::span<const float> values, std::uint64_t seed) {
    constexpr std::size_t kLanes = 8;
    constexpr std::uint64_t kFactor = 0x9FB21C651E98DF25ULL;
    std::array<std::uint64_t, kLanes> lanes{};
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
        lanes[lane] = seed + lane;
    }
    const auto mixIn = [](std::uint64_t lane, std::uint32_t bits) {
        const std::uint64_t mixed = (lane ^ bits) * kFactor;
        return mixed ^ (mixed >> 29);
    };
    const std::size_t whole = values.size() / kLanes * kLanes;
    std::array<std::uint32_t, kLanes> bits{};
    for (std::size_t i = 0; i < whole; i += kLanes) {
        std::memcpy(bits.data(), values.data() + i, sizeof bits);
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            lanes[lane] = mixIn(lanes[lane], bits[lane]);
        }
    }
    std::uint64_t hash = values.size();
    for (std::size_t i = whole; i < values.size(); ++i) {
        hash = mixIn(hash, std::bit_cast<std::uint32_t>(values[i]));
    }
    for (const std::uint64_t lane : lanes) {
        hash = mixBits(hash ^ lane);
    }
    return hash;
}

std::uint64_t stepDigest(std::uint64_t previous, double loss, const ParameterStore& parameters,
                         const UpdatePlan& plan, ThreadPool* pool) {
    std::uint64_t digest = mixBits(previous ^ std::bit_cast<std::uint64_t>(loss));
    plan.collect<std::uint64_t>(
        pool,
        [&](std::int64_t chunk) {
            std::uint64_t hash = 0;
            for (const UpdateRange& range : plan.chunk(chunk)) {
                hash = hashBits(parameters.values().subspan(static_cast<std::size_t>(range.offset),
                                                            static_cast<std::size_t>(range.size)),
                                hash + static_cast<std::uint64_t>(range.offset));
            }
            return hash;
        },
        [&digest](std::uint64_t hash) { digest = mixBits(digest ^ hash); });
    return digest;
}

}  // namespace loomscope
