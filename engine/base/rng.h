// SPDX-License-Identifier: Apache-2.0
// Random numbers by counter: each number is a function of (seed, stream, index), so that every device, thread
// and order of evaluation sees the same ones.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

namespace loomscope {

/// Returns 64 well-mixed bits for a key. Pure; two rounds of the splitmix64 finaliser (Steele et al., 2014).
[[nodiscard]] constexpr std::uint64_t mixBits(std::uint64_t x) {
    for (int round = 0; round < 2; ++round) {
        x += 0x9E3779B97F4A7C15ULL;
        x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
        x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
        x ^= x >> 31;
    }
    return x;
}

/// Returns the bits at `index` of stream `stream` under `seed`. Pure.
[[nodiscard]] constexpr std::uint64_t randomBits(std::uint64_t seed, std::uint64_t stream,
                                                 std::uint64_t index) {
    return mixBits(mixBits(seed ^ mixBits(stream)) + index);
}

/// Turns 64 random bits into a number in [0, 1).
[[nodiscard]] constexpr double toUnit(std::uint64_t bits) {
    return static_cast<double>(bits >> 11) * 0x1.0p-53;
}

/// A cursor in one stream of numbers. Copying it copies its place; saving (seed, stream, index) saves its
/// state.
class Rng {
public:
    explicit Rng(std::uint64_t seed, std::uint64_t stream = 0) : seed_(seed), stream_(stream) {}

    std::uint64_t bits() { return randomBits(seed_, stream_, index_++); }
    /// Uniform in [0, 1).
    double uniform() { return toUnit(bits()); }
    /// Uniform in [low, high).
    double uniform(double low, double high) { return low + (high - low) * uniform(); }
    /// Uniform in 0 … n−1; n must be positive.
    std::uint64_t below(std::uint64_t n) {
        return static_cast<std::uint64_t>(uniform() * static_cast<double>(n));
    }
    /// Standard normal (Box–Muller).
    double normal();

    /// Fisher–Yates shuffle.
    template <class T>
    void shuffle(std::span<T> items) {
        for (std::size_t i = items.size(); i > 1; --i) {
            std::swap(items[i - 1], items[below(i)]);
        }
    }

private:
    std::uint64_t seed_;
    std::uint64_t stream_;
    std::uint64_t index_ = 0;
};

}  // namespace loomscope
