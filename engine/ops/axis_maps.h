// SPDX-License-Identifier: Apache-2.0
// Ops that turn each line along an axis into a line of the same length: running sums, the place of the
// largest.
#pragma once

#include "engine/ops/axis.h"
#include "engine/ops/reductions.h"
#include "engine/ops/row_call.h"
#include "engine/ops/row_shapes.h"

#include <cstdint>
#include <string_view>

namespace loomscope {

/// What ops that keep the shape share. attributes.first is the axis. Op::apply makes a line of y; Op::grad
/// adds to the gradient of a line of x.
template <class Op>
struct AxisMap : OneRow {
    static Result<std::vector<Shape>> inferShapes(std::span<const Shape> x, const Attributes& attributes) {
        LOOM_TRY_VOID(checkAxis(x[0], attributes.first));
        return std::vector{x[0]};
    }

    template <class T>
    static void forward(const RowCall<T>& call) {
        const AxisLines lines(call.shapes[0], call.attributes->first);
        for (std::int64_t i = 0; i < lines.count(); ++i) {
            Op::apply(lines.line(call.x[0], i), lines.line(call.y[0], i));
        }
    }
    template <class T>
    static void backward(const RowCall<T>& call, const RowGradient<T>& gradient) {
        const AxisLines lines(call.shapes[0], call.attributes->first);
        for (std::int64_t i = 0; i < lines.count(); ++i) {
            const T* const y = call.y[0];
            Op::grad(lines.line(y, i), lines.line(gradient.dy[0], i), *call.attributes,
                     lines.line(gradient.dx[0], i));
        }
    }
};

/// y_i = x_0 + … + x_i.
struct CumulativeSum : AxisMap<CumulativeSum> {
    static constexpr std::string_view kName = "cumulative_sum";

    template <class T>
    static void apply(const AxisLine<const T>& x, const AxisLine<T>& y) {
        double total = 0;
        for (std::int64_t i = 0; i < x.size; ++i) {
            total += static_cast<double>(x[i]);
            y[i] = T(total);
        }
    }
    template <class T>
    static void grad(const AxisLine<const T>&, const AxisLine<const T>& dy, const Attributes&,
                     const AxisLine<T>& dx) {
        double total = 0;
        for (std::int64_t i = dy.size; i > 0; --i) {
            total += static_cast<double>(dy[i - 1]);
            dx[i - 1] += T(total);
        }
    }
};

/// 1 at the largest element, the first of equals, and 0 elsewhere. attributes.second: 0, no gradient; 1, the
/// output's gradient as it is (the straight-through estimator of Bengio et al., 2013).
struct ArgMax : AxisMap<ArgMax> {
    static constexpr std::string_view kName = "argmax";

    static Result<std::vector<Shape>> inferShapes(std::span<const Shape> x, const Attributes& attributes) {
        if (attributes.second < 0 || attributes.second > 1) {
            return fail(ErrorCode::kInvalid, "the kind of gradient must be 0 (none) or 1 (straight through)");
        }
        return AxisMap::inferShapes(x, attributes);
    }
    template <class T>
    static void apply(const AxisLine<const T>& x, const AxisLine<T>& y) {
        for (std::int64_t i = 0; i < y.size; ++i) {
            y[i] = T(0);
        }
        y[extremeOf<1>(x)] = T(1);
    }
    template <class T>
    static void grad(const AxisLine<const T>&, const AxisLine<const T>& dy, const Attributes& attributes,
                     const AxisLine<T>& dx) {
        for (std::int64_t i = 0; i < dy.size && attributes.second == 1; ++i) {
            dx[i] += dy[i];
        }
    }
};

}  // namespace loomscope
