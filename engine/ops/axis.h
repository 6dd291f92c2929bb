// SPDX-License-Identifier: Apache-2.0
// A tensor seen as lines along one of its axes: what sums, scores and selections along an axis work on.
#pragma once

#include "engine/base/result.h"
#include "engine/tensor/shape.h"

#include <cstdint>

namespace loomscope {

/// In place of an axis: all elements are one line.
inline constexpr std::int32_t kAllAxes = -1;

/// The elements along one axis: every `stride`-th number from `first` on.
template <class T>
struct AxisLine {
    T* first;
    std::int64_t stride;
    std::int64_t size;

    T& operator[](std::int64_t i) const { return first[i * stride]; }
};

/// How a row-major tensor falls into lines along an axis.
struct AxisLines {
    std::int64_t outer = 1;  ///< product of the extents before the axis
    std::int64_t size = 1;   ///< extent of the axis
    std::int64_t inner = 1;  ///< product of the extents behind it

    AxisLines(const Shape& shape, std::int32_t axis) {
        if (axis == kAllAxes) {
            size = shape.size();
            return;
        }
        for (int i = 0; i < shape.rank(); ++i) {
            (i < axis ? outer : i == axis ? size : inner) *= shape[i];
        }
    }

    [[nodiscard]] std::int64_t count() const { return outer * inner; }
    /// Line number `index`; lines count in the order of what is left when the axis is taken away.
    template <class T>
    [[nodiscard]] AxisLine<T> line(T* data, std::int64_t index) const {
        return {data + (index / inner) * size * inner + index % inner, inner, size};
    }
};

/// An error unless `axis` is one of the shape's, or kAllAxes where that is allowed, and a line has elements.
[[nodiscard]] Result<void> checkAxis(const Shape& shape, std::int32_t axis, bool mayBeAll = false);
/// The shape with another extent along an axis.
[[nodiscard]] Shape withExtent(const Shape& shape, std::int32_t axis, std::int64_t extent);
/// The shape without an axis; [1] if there is no other, and for kAllAxes.
[[nodiscard]] Shape withoutAxis(const Shape& shape, std::int32_t axis);

}  // namespace loomscope
