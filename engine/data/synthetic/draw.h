// SPDX-License-Identifier: Apache-2.0
// What the synthetic sets share: their common keys, and draws from ranges.
#pragma once

#include "engine/base/rng.h"
#include "engine/data/synthetic/options.h"

#include <cstdint>

namespace loomscope {

inline constexpr NumberRange kPossibleCounts = {0, 10'000'000};

/// The key for the number of examples to train on.
[[nodiscard]] constexpr SyntheticKey countKey(std::int64_t count) {
    return {
        "n", SyntheticKey::Kind::kNumber, {count, count}, {1, kPossibleCounts.high}, "examples to train on"};
}
[[nodiscard]] constexpr SyntheticKey devKey(std::int64_t count) {
    return {"dev", SyntheticKey::Kind::kNumber, {count, count}, kPossibleCounts, "examples of the dev part"};
}
[[nodiscard]] constexpr SyntheticKey testKey(std::int64_t count) {
    return {
        "test", SyntheticKey::Kind::kNumber, {count, count}, kPossibleCounts, "examples of the test part"};
}
inline constexpr SyntheticKey kDevKey = devKey(0);
inline constexpr SyntheticKey kTestKey = testKey(0);
inline constexpr SyntheticKey kSeedKey = {
    "seed", SyntheticKey::Kind::kNumber, {1, 1}, {0, 1'000'000'000'000}, "of all random choices"};

/// A number of the range, each equally likely.
[[nodiscard]] inline std::int64_t drawFrom(NumberRange range, Rng& rng) {
    return range.low +
           static_cast<std::int64_t>(rng.below(static_cast<std::uint64_t>(range.high - range.low + 1)));
}

}  // namespace loomscope
