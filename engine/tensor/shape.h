// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>

namespace loomscope {

/// The extents of a tensor, at most four, row-major: the last one is contiguous. Rank 0 is a scalar of
/// size 1.
class Shape {
public:
    static constexpr int kMaxRank = 4;

    constexpr Shape() = default;
    constexpr Shape(std::initializer_list<std::int32_t> extents)
        : Shape(std::span(extents.begin(), extents.size())) {}
    constexpr explicit Shape(std::span<const std::int32_t> extents) {
        for (const std::int32_t extent : extents) {
            extents_[static_cast<std::size_t>(rank_++)] = extent;
        }
    }

    [[nodiscard]] constexpr int rank() const { return rank_; }
    [[nodiscard]] constexpr std::int32_t operator[](int axis) const {
        return extents_[static_cast<std::size_t>(axis)];
    }
    /// Number of elements.
    [[nodiscard]] constexpr std::int64_t size() const {
        std::int64_t product = 1;
        for (int axis = 0; axis < rank_; ++axis) {
            product *= extents_[static_cast<std::size_t>(axis)];
        }
        return product;
    }
    constexpr bool operator==(const Shape&) const = default;

    /// Readable form, "[300, 150]".
    [[nodiscard]] std::string text() const;

private:
    std::array<std::int32_t, kMaxRank> extents_{};
    int rank_ = 0;
};

}  // namespace loomscope
