// SPDX-License-Identifier: Apache-2.0
// Norms and distances: one number for a row, or for two rows of one shape.
#pragma once

#include "engine/ops/row_call.h"
#include "engine/ops/row_shapes.h"
#include "engine/ops/row_sums.h"

#include <cmath>
#include <cstdint>
#include <string_view>

namespace loomscope {

/// Σ x² of a row in double, where squares of floats neither overflow nor vanish.
template <class T>
[[nodiscard]] double squaresOf(const T* x, std::int64_t size) {
    return sumOver(size,
                   [x](std::int64_t i) { return static_cast<double>(x[i]) * static_cast<double>(x[i]); });
}

/// Σ x².
struct SquaredNorm : RowToNumber {
    static constexpr std::string_view kName = "squared_norm";

    template <class T>
    static void forward(const RowCall<T>& call) {
        call.y[0][0] = T(squaresOf(call.x[0], call.width(0)));
    }
    template <class T>
    static void backward(const RowCall<T>& call, const RowGradient<T>& gradient) {
        for (std::int64_t i = 0; i < call.width(0); ++i) {
            gradient.dx[0][i] += T(2) * gradient.dy[0][0] * call.x[0][i];
        }
    }
};

/// √Σ x². The gradient at 0 is 0.
struct L2Norm : RowToNumber {
    static constexpr std::string_view kName = "l2_norm";

    template <class T>
    static void forward(const RowCall<T>& call) {
        call.y[0][0] = T(std::sqrt(squaresOf(call.x[0], call.width(0))));
    }
    template <class T>
    static void backward(const RowCall<T>& call, const RowGradient<T>& gradient) {
        const T norm = call.y[0][0];
        for (std::int64_t i = 0; i < call.width(0) && norm != T(0); ++i) {
            gradient.dx[0][i] += gradient.dy[0][0] * (call.x[0][i] / norm);
        }
    }
};

/// What the distances share: Σ value(a − b, attributes); slope is the derivative.
template <class Op>
struct Distance : PairToNumber {
    template <class T>
    static void forward(const RowCall<T>& call) {
        const T* a = call.x[0];
        const T* b = call.x[1];
        call.y[0][0] = T(
            sumOver(call.width(0), [&](std::int64_t i) { return Op::value(a[i] - b[i], *call.attributes); }));
    }
    template <class T>
    static void backward(const RowCall<T>& call, const RowGradient<T>& gradient) {
        for (std::int64_t i = 0; i < call.width(0); ++i) {
            const T slope = gradient.dy[0][0] * Op::slope(call.x[0][i] - call.x[1][i], *call.attributes);
            if (gradient.dx[0] != nullptr) {
                gradient.dx[0][i] += slope;
            }
            if (gradient.dx[1] != nullptr) {
                gradient.dx[1][i] -= slope;
            }
        }
    }
};

/// Σ (a − b)².
struct SquaredDistance : Distance<SquaredDistance> {
    static constexpr std::string_view kName = "squared_distance";

    template <class T>
    static T value(T difference, const Attributes&) {
        return difference * difference;
    }
    template <class T>
    static T slope(T difference, const Attributes&) {
        return T(2) * difference;
    }
};

/// Σ |a − b|. The gradient where they are equal is 0.
struct L1Distance : Distance<L1Distance> {
    static constexpr std::string_view kName = "l1_distance";

    template <class T>
    static T value(T difference, const Attributes&) {
        return std::abs(difference);
    }
    template <class T>
    static T slope(T difference, const Attributes&) {
        return difference == T(0) ? T(0) : std::copysign(T(1), difference);
    }
};

/// Σ d²/2 where |d| = |a − b| is below the threshold c, attributes.real, and c·(|d| − c/2) elsewhere.
struct HuberDistance : Distance<HuberDistance> {
    static constexpr std::string_view kName = "huber_distance";

    static Result<std::vector<Shape>> inferShapes(std::span<const Shape> x, const Attributes& attributes) {
        if (!(attributes.real > 0.0F)) {
            return fail(ErrorCode::kInvalid, "the threshold must be positive");
        }
        return Distance::inferShapes(x, attributes);
    }
    template <class T>
    static T value(T difference, const Attributes& attributes) {
        const T threshold = attributes.real;
        const T size = std::abs(difference);
        return size < threshold ? difference * difference / T(2) : threshold * (size - threshold / T(2));
    }
    template <class T>
    static T slope(T difference, const Attributes& attributes) {
        const T threshold = attributes.real;
        return std::abs(difference) < threshold ? difference : std::copysign(threshold, difference);
    }
};

}  // namespace loomscope
