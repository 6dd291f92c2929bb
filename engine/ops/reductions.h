// SPDX-License-Identifier: Apache-2.0
// Ops that make one number of each line along an axis, or of all elements: sums, moments, extremes.
#pragma once

#include "engine/ops/axis.h"
#include "engine/ops/exponential_sum.h"
#include "engine/ops/row_call.h"
#include "engine/ops/row_shapes.h"
#include "engine/ops/row_sums.h"

#include <cmath>
#include <cstdint>
#include <string_view>

namespace loomscope {

/// What the reductions share. attributes.first is the axis, or kAllAxes. Op::value makes the number of a
/// line; Op::grad adds to the line's gradient.
template <class Op>
struct AxisReduction : OneRow {
    static Result<std::vector<Shape>> inferShapes(std::span<const Shape> x, const Attributes& attributes) {
        LOOM_TRY_VOID(checkAxis(x[0], attributes.first, true));
        return std::vector{withoutAxis(x[0], attributes.first)};
    }

    template <class T>
    static void forward(const RowCall<T>& call) {
        const AxisLines lines(call.shapes[0], call.attributes->first);
        for (std::int64_t i = 0; i < lines.count(); ++i) {
            call.y[0][i] = Op::value(lines.line(call.x[0], i), *call.attributes);
        }
    }
    template <class T>
    static void backward(const RowCall<T>& call, const RowGradient<T>& gradient) {
        const AxisLines lines(call.shapes[0], call.attributes->first);
        for (std::int64_t i = 0; i < lines.count(); ++i) {
            Op::grad(lines.line(call.x[0], i), call.y[0][i], gradient.dy[0][i], *call.attributes,
                     lines.line(gradient.dx[0], i));
        }
    }
};

template <class T>
[[nodiscard]] double meanOf(const AxisLine<const T>& x) {
    return sumOver(x.size, [&x](std::int64_t i) { return x[i]; }) / static_cast<double>(x.size);
}

struct ReduceSum : AxisReduction<ReduceSum> {
    static constexpr std::string_view kName = "reduce_sum";

    template <class T>
    static T value(const AxisLine<const T>& x, const Attributes&) {
        return T(sumOver(x.size, [&x](std::int64_t i) { return x[i]; }));
    }
    template <class T>
    static void grad(const AxisLine<const T>& x, T, T dy, const Attributes&, const AxisLine<T>& dx) {
        for (std::int64_t i = 0; i < x.size; ++i) {
            dx[i] += dy;
        }
    }
};

struct ReduceMean : AxisReduction<ReduceMean> {
    static constexpr std::string_view kName = "reduce_mean";

    template <class T>
    static T value(const AxisLine<const T>& x, const Attributes&) {
        return T(meanOf(x));
    }
    template <class T>
    static void grad(const AxisLine<const T>& x, T, T dy, const Attributes&, const AxisLine<T>& dx) {
        for (std::int64_t i = 0; i < x.size; ++i) {
            dx[i] += dy / T(x.size);
        }
    }
};

/// √(Σ (x − mean)² / n), in two passes: no difference of large squares. The gradient is 0 where it is 0.
struct ReduceStd : AxisReduction<ReduceStd> {
    static constexpr std::string_view kName = "reduce_std";

    template <class T>
    static T value(const AxisLine<const T>& x, const Attributes&) {
        const double mean = meanOf(x);
        const double squares = sumOver(x.size, [&x, mean](std::int64_t i) {
            return (static_cast<double>(x[i]) - mean) * (static_cast<double>(x[i]) - mean);
        });
        return T(std::sqrt(squares / static_cast<double>(x.size)));
    }
    template <class T>
    static void grad(const AxisLine<const T>& x, T y, T dy, const Attributes&, const AxisLine<T>& dx) {
        if (y == T(0)) {
            return;
        }
        const double mean = meanOf(x);
        const double factor =
            static_cast<double>(dy) / (static_cast<double>(y) * static_cast<double>(x.size));
        for (std::int64_t i = 0; i < x.size; ++i) {
            dx[i] += T(factor * (static_cast<double>(x[i]) - mean));
        }
    }
};

/// Σ xʳ / n, r = attributes.second ≥ 1: the raw moment.
struct ReduceMoment : AxisReduction<ReduceMoment> {
    static constexpr std::string_view kName = "reduce_moment";

    static Result<std::vector<Shape>> inferShapes(std::span<const Shape> x, const Attributes& attributes) {
        if (attributes.second < 1) {
            return fail(ErrorCode::kInvalid, "the order of a moment must be at least 1");
        }
        return AxisReduction::inferShapes(x, attributes);
    }
    template <class T>
    static T value(const AxisLine<const T>& x, const Attributes& attributes) {
        const double total = sumOver(x.size, [&x, &attributes](std::int64_t i) {
            return std::pow(static_cast<double>(x[i]), attributes.second);
        });
        return T(total / static_cast<double>(x.size));
    }
    template <class T>
    static void grad(const AxisLine<const T>& x, T, T dy, const Attributes& attributes,
                     const AxisLine<T>& dx) {
        const double factor = attributes.second * static_cast<double>(dy) / static_cast<double>(x.size);
        for (std::int64_t i = 0; i < x.size; ++i) {
            dx[i] += T(factor * std::pow(static_cast<double>(x[i]), attributes.second - 1));
        }
    }
};

/// Where the largest element stands, or with −1 the smallest: the first of equals. A NaN counts as extreme,
/// so that it shows.
template <int kSign, class Line>
[[nodiscard]] std::int64_t extremeOf(const Line& x) {
    std::int64_t best = 0;
    for (std::int64_t i = 1; i < x.size; ++i) {
        const bool isBeyond = kSign > 0 ? x[i] > x[best] : x[i] < x[best];
        best = isBeyond || std::isnan(x[i]) ? i : best;
    }
    return best;
}

/// The gradient goes to the first of equal extremes.
template <class Op, int kSign>
struct ReduceExtreme : AxisReduction<Op> {
    template <class T>
    static T value(const AxisLine<const T>& x, const Attributes&) {
        return x[extremeOf<kSign>(x)];
    }
    template <class T>
    static void grad(const AxisLine<const T>& x, T, T dy, const Attributes&, const AxisLine<T>& dx) {
        dx[extremeOf<kSign>(x)] += dy;
    }
};

struct ReduceMax : ReduceExtreme<ReduceMax, 1> {
    static constexpr std::string_view kName = "reduce_max";
};

struct ReduceMin : ReduceExtreme<ReduceMin, -1> {
    static constexpr std::string_view kName = "reduce_min";
};

/// log Σ exp(x). Where that is −∞ there is no gradient.
struct LogSumExp : AxisReduction<LogSumExp> {
    static constexpr std::string_view kName = "log_sum_exp";

    template <class T>
    static T value(const AxisLine<const T>& x, const Attributes&) {
        return ExponentialSum<T>(x, x.size).logTotal();
    }
    template <class T>
    static void grad(const AxisLine<const T>& x, T y, T dy, const Attributes&, const AxisLine<T>& dx) {
        if (std::isinf(y) && y < T(0)) {
            return;
        }
        const ExponentialSum<T> sum(x, x.size);
        for (std::int64_t i = 0; i < x.size; ++i) {
            dx[i] += dy * sum.share(x[i]);
        }
    }
};

}  // namespace loomscope
