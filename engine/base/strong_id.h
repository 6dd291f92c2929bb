// SPDX-License-Identifier: Apache-2.0
// Integers that can't be mistaken for one another.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace loomscope {

/// An index into one kind of array. Default-constructed ids are invalid.
template <class Tag>
class StrongId {
public:
    constexpr StrongId() = default;
    constexpr explicit StrongId(std::size_t index) : index_(static_cast<std::uint32_t>(index)) {}

    [[nodiscard]] constexpr std::uint32_t index() const { return index_; }
    [[nodiscard]] constexpr bool isValid() const { return index_ != kInvalid; }
    // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 takes the comparison with 0 for a pointer's
    constexpr auto operator<=>(const StrongId&) const = default;

private:
    static constexpr std::uint32_t kInvalid = 0xFFFFFFFF;
    std::uint32_t index_ = kInvalid;
};

}  // namespace loomscope

template <class Tag>
struct std::hash<loomscope::StrongId<Tag>> {
    std::size_t operator()(loomscope::StrongId<Tag> id) const noexcept { return id.index(); }
};
