// SPDX-License-Identifier: Apache-2.0
#include "engine/data/content_hash.h"

#include "engine/base/rng.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>

namespace loomscope {

void ContentHash::mix(std::uint64_t word) {
    // Odd multipliers keep each step a bijection of the lane; the rotations carry high bits back down.
    low_ = std::rotl((low_ ^ word) * 0x9E3779B97F4A7C15ULL, 29);
    high_ = (std::rotl(high_, 23) + word) * 0xD6E8FEB86659FD93ULL;
}

void ContentHash::add(std::string_view bytes) {
    std::size_t done = 0;
    std::uint64_t word = 0;
    for (; done + sizeof word <= bytes.size(); done += sizeof word) {
        std::memcpy(&word, bytes.data() + done, sizeof word);
        mix(word);
    }
    if (done < bytes.size()) {
        word = 0;
        std::memcpy(&word, bytes.data() + done, bytes.size() - done);
        mix(word);
    }
    mix(bytes.size());
}

void ContentHash::add(std::int64_t number) {
    mix(static_cast<std::uint64_t>(number));
}

std::string ContentHash::hex() const {
    return fmt::format("{:016x}{:016x}", mixBits(low_ + std::rotl(high_, 32)), mixBits(high_ ^ low_));
}

std::string contentHash(std::string_view bytes) {
    ContentHash hash;
    hash.add(bytes);
    return hash.hex();
}

}  // namespace loomscope
