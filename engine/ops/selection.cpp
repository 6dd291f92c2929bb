// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/selection.h"

#include <fmt/format.h>

#include <span>

namespace loomscope {

Result<Shape> inferReshape(const Shape& x, const Attributes& attributes) {
    const auto extents = perAxis(attributes);
    const auto* const end = std::find(extents.begin(), extents.end(), 0);
    const auto rank = static_cast<std::size_t>(end - extents.begin());
    const bool isShape = rank > 0 &&
                         std::all_of(extents.begin(), end, [](std::int32_t extent) { return extent > 0; }) &&
                         std::all_of(end, extents.end(), [](std::int32_t extent) { return extent == 0; });
    if (!isShape) {
        return fail(ErrorCode::kInvalid, "the new extents must be positive");
    }
    // Divided, not multiplied: a product of four extents may not fit 64 bits.
    std::int64_t left = x.size();
    for (std::size_t i = 0; i < rank; ++i) {
        left = left % extents[i] == 0 ? left / extents[i] : 0;
    }
    const Shape shape{std::span<const std::int32_t>(extents).first(rank)};
    if (left != 1) {
        return fail(ErrorCode::kShape,
                    fmt::format("{} elements can't have the shape {}", x.size(), shape.text()));
    }
    return shape;
}

Result<Shape> inferTranspose(const Shape& x, const Attributes& attributes) {
    const auto axes = perAxis(attributes);
    std::array<std::int32_t, Shape::kMaxRank> extents{};
    const auto rank = static_cast<std::size_t>(x.rank());
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const std::int32_t axis = axes[i];
        const bool isAxis =
            i < rank ? axis >= 0 && axis < x.rank() && std::count(axes.begin(), axes.begin() + i, axis) == 0
                     : axis == 0;
        if (!isAxis) {
            return fail(ErrorCode::kInvalid, fmt::format("({}, {}, {}, {}) is no order of {} axes", axes[0],
                                                         axes[1], axes[2], axes[3], rank));
        }
        extents[i] = i < rank ? x[axis] : 0;
    }
    return Shape(std::span<const std::int32_t>(extents).first(rank));
}

}  // namespace loomscope
