// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/selection.h"

#include "engine/ops/broadcast.h"

#include <fmt/format.h>

#include <span>

namespace loomscope {

Result<Shape> shapeOf(const Attributes& attributes) {
    const auto extents = perAxis(attributes);
    const auto* const end = std::find(extents.begin(), extents.end(), 0);
    const auto rank = static_cast<std::size_t>(end - extents.begin());
    const bool isShape = rank > 0 &&
                         std::all_of(extents.begin(), end, [](std::int32_t extent) { return extent > 0; }) &&
                         std::all_of(end, extents.end(), [](std::int32_t extent) { return extent == 0; });
    if (!isShape) {
        return fail(ErrorCode::kInvalid, "the extents must be positive");
    }
    return Shape{std::span<const std::int32_t>(extents).first(rank)};
}

Result<Shape> inferBroadcast(const Shape& x, const Attributes& attributes) {
    LOOM_TRY(const Shape shape, shapeOf(attributes));
    bool fits = x.rank() <= shape.rank();
    for (int axis = 0; fits && axis < x.rank(); ++axis) {
        fits = x[axis] == shape[axis] || x[axis] == 1;
    }
    if (!fits) {
        return fail(ErrorCode::kShape,
                    fmt::format("the extents must be 1 or those of {}, from the first on", shape.text()));
    }
    return shape;
}

Result<Shape> inferReshape(const Shape& x, const Attributes& attributes) {
    LOOM_TRY(const Shape shape, shapeOf(attributes));
    // Divided, not multiplied: a product of four extents may not fit 64 bits.
    std::int64_t left = x.size();
    for (int axis = 0; axis < shape.rank(); ++axis) {
        left = left % shape[axis] == 0 ? left / shape[axis] : 0;
    }
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
