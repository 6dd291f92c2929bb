// SPDX-License-Identifier: Apache-2.0
// Ops that take some elements of a row value, or arrange them anew.
#pragma once

#include "engine/ops/axis.h"
#include "engine/ops/row_call.h"
#include "engine/ops/row_index.h"
#include "engine/ops/row_shapes.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

namespace loomscope {

/// The four integers of an op's attributes, one an axis.
[[nodiscard]] inline std::array<std::int32_t, Shape::kMaxRank> perAxis(const Attributes& attributes) {
    return {attributes.first, attributes.second, attributes.third, attributes.fourth};
}

/// Those integers as a shape; 0 stands for no more axes.
[[nodiscard]] Result<Shape> shapeOf(const Attributes& attributes);
/// The shape that reshape or transpose makes, or what is wrong with the attributes.
[[nodiscard]] Result<Shape> inferReshape(const Shape& x, const Attributes& attributes);
[[nodiscard]] Result<Shape> inferTranspose(const Shape& x, const Attributes& attributes);

/// The same elements in another shape. The attributes' integers are its extents; 0 stands for no more axes.
struct Reshape : OneRow {
    static constexpr std::string_view kName = "reshape";

    static Result<std::vector<Shape>> inferShapes(std::span<const Shape> x, const Attributes& attributes) {
        LOOM_TRY(const Shape shape, inferReshape(x[0], attributes));
        return std::vector{shape};
    }

    template <class T>
    static void forward(const RowCall<T>& call) {
        std::copy(call.x[0], call.x[0] + call.width(0), call.y[0]);
    }
    template <class T>
    static void backward(const RowCall<T>& call, const RowGradient<T>& gradient) {
        for (std::int64_t i = 0; i < call.width(0); ++i) {
            gradient.dx[0][i] += gradient.dy[0][i];
        }
    }
};

/// The axes in another order: axis i of the output is the axis of the input that the i-th integer of the
/// attributes names. Those behind the rank are 0.
struct PermuteAxes : OneRow {
    static constexpr std::string_view kName = "transpose";

    static Result<std::vector<Shape>> inferShapes(std::span<const Shape> x, const Attributes& attributes) {
        LOOM_TRY(const Shape shape, inferTranspose(x[0], attributes));
        return std::vector{shape};
    }

    template <class T>
    static void forward(const RowCall<T>& call) {
        forEachElement(call,
                       [&call](std::int64_t to, std::int64_t from) { call.y[0][to] = call.x[0][from]; });
    }
    template <class T>
    static void backward(const RowCall<T>& call, const RowGradient<T>& gradient) {
        forEachElement(call, [&gradient](std::int64_t to, std::int64_t from) {
            gradient.dx[0][from] += gradient.dy[0][to];
        });
    }

private:
    /// Calls use(place in the output, place in the input) for each element, in the output's order.
    template <class T, class Use>
    static void forEachElement(const RowCall<T>& call, const Use& use) {
        std::array<std::int64_t, Shape::kMaxRank> sizes{1, 1, 1, 1};
        std::array<std::int64_t, Shape::kMaxRank> strides{};
        const auto axes = perAxis(*call.attributes);
        const int rank = call.shapes[0].rank();
        for (int i = 0; i < rank; ++i) {
            const auto at = static_cast<std::size_t>(Shape::kMaxRank - rank + i);
            const std::int32_t axis = axes[static_cast<std::size_t>(i)];
            sizes[at] = call.shapes[0][axis];
            strides[at] = AxisLines(call.shapes[0], axis).inner;
        }
        std::int64_t to = 0;
        for (std::int64_t a = 0; a < sizes[0]; ++a) {
            for (std::int64_t b = 0; b < sizes[1]; ++b) {
                for (std::int64_t c = 0; c < sizes[2]; ++c) {
                    const std::int64_t start = a * strides[0] + b * strides[1] + c * strides[2];
                    for (std::int64_t d = 0; d < sizes[3]; ++d, ++to) {
                        use(to, start + d * strides[3]);
                    }
                }
            }
        }
    }
};

/// The elements at index `payload` of an axis, attributes.first. The axis is gone afterwards.
struct Pick : OneRow {
    static constexpr std::string_view kName = "pick";
    static constexpr Payload kPayload = Payload::kInteger;

    static Result<std::vector<Shape>> inferShapes(std::span<const Shape> x, const Attributes& attributes) {
        LOOM_TRY_VOID(checkAxis(x[0], attributes.first));
        return std::vector{withoutAxis(x[0], attributes.first)};
    }
    static std::int64_t payloadLimit(std::span<const Shape> x, const Attributes& attributes) {
        return x[0][attributes.first];
    }

    template <class T>
    static void forward(const RowCall<T>& call) {
        const AxisLines lines(call.shapes[0], call.attributes->first);
        for (std::int64_t i = 0; i < lines.count(); ++i) {
            call.y[0][i] = lines.line(call.x[0], i)[call.payload];
        }
    }
    template <class T>
    static void backward(const RowCall<T>& call, const RowGradient<T>& gradient) {
        const AxisLines lines(call.shapes[0], call.attributes->first);
        for (std::int64_t i = 0; i < lines.count(); ++i) {
            lines.line(gradient.dx[0], i)[call.payload] += gradient.dy[0][i];
        }
    }
};

/// Along axis attributes.first: `third` elements from `second` on, every `fourth`-th.
struct StridedSelect : OneRow {
    static constexpr std::string_view kName = "strided_select";

    static Result<std::vector<Shape>> inferShapes(std::span<const Shape> x, const Attributes& attributes) {
        LOOM_TRY_VOID(checkAxis(x[0], attributes.first));
        const auto [axis, first, number, stride] = perAxis(attributes);
        const bool isInside = first >= 0 && number >= 1 && stride >= 1 &&
                              first + (std::int64_t{number} - 1) * stride < x[0][axis];
        if (!isInside) {
            return fail(ErrorCode::kInvalid, "the range must lie inside the axis");
        }
        return std::vector{withExtent(x[0], axis, number)};
    }

    template <class T>
    static void forward(const RowCall<T>& call) {
        const AxisLines from(call.shapes[0], call.attributes->first);
        const AxisLines to(call.outputs[0], call.attributes->first);
        for (std::int64_t i = 0; i < to.count(); ++i) {
            const auto x = from.line(call.x[0], i);
            const auto y = to.line(call.y[0], i);
            for (std::int64_t k = 0; k < to.size; ++k) {
                y[k] = x[call.attributes->second + k * call.attributes->fourth];
            }
        }
    }
    template <class T>
    static void backward(const RowCall<T>& call, const RowGradient<T>& gradient) {
        const AxisLines from(call.shapes[0], call.attributes->first);
        const AxisLines to(call.outputs[0], call.attributes->first);
        for (std::int64_t i = 0; i < to.count(); ++i) {
            const auto dx = from.line(gradient.dx[0], i);
            const auto dy = to.line(gradient.dy[0], i);
            for (std::int64_t k = 0; k < to.size; ++k) {
                dx[call.attributes->second + k * call.attributes->fourth] += dy[k];
            }
        }
    }
};

/// Along axis attributes.first: the elements whose indices are in the second argument, a vector. An index
/// outside the axis gives NaN in the reference; the executor refuses it.
struct Select : TwoRows {
    static constexpr std::string_view kName = "select";

    static Result<std::vector<Shape>> inferShapes(std::span<const Shape> x, const Attributes& attributes) {
        LOOM_TRY_VOID(checkAxis(x[0], attributes.first));
        if (x[1].rank() != 1 || x[1].size() == 0) {
            return fail(ErrorCode::kShape, "the indices must be a vector with at least one element");
        }
        return std::vector{withExtent(x[0], attributes.first, x[1].size())};
    }
    static std::int64_t indexLimit(std::span<const Shape> x, const Attributes& attributes) {
        return x[0][attributes.first];
    }

    template <class T>
    static void forward(const RowCall<T>& call) {
        const AxisLines from(call.shapes[0], call.attributes->first);
        const AxisLines to(call.outputs[0], call.attributes->first);
        for (std::int64_t k = 0; k < to.size; ++k) {
            const std::int64_t index = rowIndex(call.x[1][k], from.size);
            for (std::int64_t i = 0; i < to.count(); ++i) {
                to.line(call.y[0], i)[k] =
                    index == kNoIndex ? std::numeric_limits<T>::quiet_NaN() : from.line(call.x[0], i)[index];
            }
        }
    }
    template <class T>
    static void backward(const RowCall<T>& call, const RowGradient<T>& gradient) {
        const AxisLines from(call.shapes[0], call.attributes->first);
        const AxisLines to(call.outputs[0], call.attributes->first);
        for (std::int64_t k = 0; k < to.size && gradient.dx[0] != nullptr; ++k) {
            const std::int64_t index = rowIndex(call.x[1][k], from.size);
            for (std::int64_t i = 0; i < to.count() && index != kNoIndex; ++i) {
                from.line(gradient.dx[0], i)[index] += to.line(gradient.dy[0], i)[k];
            }
        }
    }
};

}  // namespace loomscope
