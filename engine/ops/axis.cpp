// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/axis.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <span>

namespace loomscope {

Result<void> checkAxis(const Shape& shape, std::int32_t axis, bool mayBeAll) {
    const bool isAll = mayBeAll && axis == kAllAxes;
    if (!isAll && (axis < 0 || axis >= shape.rank())) {
        return fail(ErrorCode::kInvalid, fmt::format("axis {} is outside 0 … {}", axis, shape.rank() - 1));
    }
    if (shape.size() == 0) {
        return fail(ErrorCode::kShape, "there are no elements");
    }
    return {};
}

Shape withExtent(const Shape& shape, std::int32_t axis, std::int64_t extent) {
    std::array<std::int32_t, Shape::kMaxRank> extents{};
    for (int i = 0; i < shape.rank(); ++i) {
        extents[static_cast<std::size_t>(i)] = i == axis ? static_cast<std::int32_t>(extent) : shape[i];
    }
    return Shape(std::span<const std::int32_t>(extents).first(static_cast<std::size_t>(shape.rank())));
}

Shape withoutAxis(const Shape& shape, std::int32_t axis) {
    if (axis == kAllAxes || shape.rank() <= 1) {
        return Shape{1};
    }
    std::array<std::int32_t, Shape::kMaxRank> extents{};
    std::size_t rank = 0;
    for (int i = 0; i < shape.rank(); ++i) {
        if (i != axis) {
            extents[rank++] = shape[i];
        }
    }
    return Shape(std::span<const std::int32_t>(extents).first(rank));
}

}  // namespace loomscope
