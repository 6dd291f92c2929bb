// SPDX-License-Identifier: Apache-2.0
// Functions of a square matrix.
#pragma once

#include "engine/ops/row_call.h"
#include "engine/ops/row_shapes.h"

#include <cstdint>
#include <string_view>

namespace loomscope {

/// Matrices may have this many rows: the work is done on the stack, in double.
inline constexpr std::int32_t kLargestMatrix = 128;

/// An error unless the shape is that of a square matrix of at most kLargestMatrix rows.
[[nodiscard]] Result<void> checkSquare(const Shape& shape);

/// Writes the inverse of a matrix of `size` rows. Numbers that aren't finite if it has none. Cost: 2·size³.
void invert(const float* x, std::int64_t size, float* inverse);
void invert(const double* x, std::int64_t size, double* inverse);
/// log |det x|; −∞ for a singular matrix.
[[nodiscard]] double logDeterminant(const float* x, std::int64_t size);
[[nodiscard]] double logDeterminant(const double* x, std::int64_t size);
/// Adds factor·x⁻ᵀ, the gradient of factor·log |det x|.
void addInverseTransposed(const float* x, std::int64_t size, float factor, float* to);
void addInverseTransposed(const double* x, std::int64_t size, double factor, double* to);

struct Inverse : OneRow {
    static constexpr std::string_view kName = "inverse";
    static Result<std::vector<Shape>> inferShapes(std::span<const Shape> x, const Attributes&) {
        LOOM_TRY_VOID(checkSquare(x[0]));
        return std::vector{x[0]};
    }

    template <class T>
    static void forward(const RowCall<T>& call) {
        invert(call.x[0], call.shapes[0][0], call.y[0]);
    }
    /// dX = −Yᵀ·dY·Yᵀ, one column of dY·Yᵀ after the other.
    template <class T>
    static void backward(const RowCall<T>& call, const RowGradient<T>& gradient) {
        const std::int64_t n = call.shapes[0][0];
        const T* y = call.y[0];
        const T* dy = gradient.dy[0];
        for (std::int64_t column = 0; column < n; ++column) {
            for (std::int64_t k = 0; k < n; ++k) {
                T product = 0;
                for (std::int64_t i = 0; i < n; ++i) {
                    product += dy[k * n + i] * y[column * n + i];
                }
                for (std::int64_t row = 0; row < n; ++row) {
                    gradient.dx[0][row * n + column] -= y[k * n + row] * product;
                }
            }
        }
    }
};

/// log |det X|.
struct LogDeterminant : RowToNumber {
    static constexpr std::string_view kName = "log_determinant";
    static Result<std::vector<Shape>> inferShapes(std::span<const Shape> x, const Attributes&) {
        LOOM_TRY_VOID(checkSquare(x[0]));
        return std::vector{Shape{1}};
    }

    template <class T>
    static void forward(const RowCall<T>& call) {
        call.y[0][0] = T(logDeterminant(call.x[0], call.shapes[0][0]));
    }
    template <class T>
    static void backward(const RowCall<T>& call, const RowGradient<T>& gradient) {
        addInverseTransposed(call.x[0], call.shapes[0][0], gradient.dy[0][0], gradient.dx[0]);
    }
};

}  // namespace loomscope
