// SPDX-License-Identifier: Apache-2.0
// A row value repeated along axes of its own graph node. Rows of a batch are never mixed.
#pragma once

#include "engine/ops/row_call.h"
#include "engine/ops/row_shapes.h"
#include "engine/ops/selection.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace loomscope {

/// The shape that broadcast makes, or what is wrong with it.
[[nodiscard]] Result<Shape> inferBroadcast(const Shape& x, const Attributes& attributes);

/// x repeated to the shape in the attributes' integers. Axes are matched from the first on; x may have fewer,
/// and an extent of 1 is repeated: [3] and [1, 4] both go into [3, 4], as its columns and its rows.
struct Broadcast : OneRow {
    static constexpr std::string_view kName = "broadcast";

    static Result<std::vector<Shape>> inferShapes(std::span<const Shape> x, const Attributes& attributes) {
        LOOM_TRY(const Shape shape, inferBroadcast(x[0], attributes));
        return std::vector{shape};
    }

    /// Calls use(i, j) for each element i of the output and the j of x that it repeats.
    template <class Use>
    static void forEachElement(const Shape& x, const Shape& y, const Use& use) {
        std::array<std::int64_t, Shape::kMaxRank> extents{1, 1, 1, 1};
        std::array<std::int64_t, Shape::kMaxRank> strides{};
        std::int64_t stride = 1;
        for (int axis = y.rank() - 1; axis >= 0; --axis) {
            const auto i = static_cast<std::size_t>(axis);
            extents[i] = y[axis];
            if (axis < x.rank()) {
                strides[i] = x[axis] == 1 ? 0 : stride;
                stride *= x[axis];
            }
        }
        std::int64_t element = 0;
        for (std::int64_t a = 0; a < extents[0]; ++a) {
            for (std::int64_t b = 0; b < extents[1]; ++b) {
                for (std::int64_t c = 0; c < extents[2]; ++c) {
                    const std::int64_t start = a * strides[0] + b * strides[1] + c * strides[2];
                    for (std::int64_t d = 0; d < extents[3]; ++d) {
                        use(element++, start + d * strides[3]);
                    }
                }
            }
        }
    }
    template <class T>
    static void forward(const RowCall<T>& call) {
        forEachElement(call.shapes[0], call.outputs[0],
                       [&call](std::int64_t i, std::int64_t j) { call.y[0][i] = call.x[0][j]; });
    }
    template <class T>
    static void backward(const RowCall<T>& call, const RowGradient<T>& gradient) {
        forEachElement(call.shapes[0], call.outputs[0], [&gradient](std::int64_t i, std::int64_t j) {
            gradient.dx[0][j] += gradient.dy[0][i];
        });
    }
};

}  // namespace loomscope
