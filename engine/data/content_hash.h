// SPDX-License-Identifier: Apache-2.0
// A fingerprint of data, to tell whether two runs saw the same. Not a cryptographic one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace loomscope {

/// 128 bits over a list of byte strings. Where one string ends counts: ("ab", "c") and ("a", "bc") differ.
/// The same on every machine of little-endian byte order. Cost: about a nanosecond for 4 bytes.
class ContentHash {
public:
    void add(std::string_view bytes);
    void add(std::int64_t number);
    /// 32 lower-case hex digits of all that was added so far.
    [[nodiscard]] std::string hex() const;

private:
    void mix(std::uint64_t word);

    std::uint64_t low_ = 0x243F6A8885A308D3ULL;  // the first bits of π, so that no bit pattern is special
    std::uint64_t high_ = 0x13198A2E03707344ULL;
};

/// The fingerprint of one byte string.
[[nodiscard]] std::string contentHash(std::string_view bytes);

}  // namespace loomscope
