// SPDX-License-Identifier: Apache-2.0
// Products of row values with each other, and of row values with a shared tensor of three axes.
#pragma once

#include "engine/ops/row_call.h"
#include "engine/ops/row_shapes.h"
#include "engine/ops/row_sums.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace loomscope {

template <class T>
[[nodiscard]] T dotOf(const T* a, const T* b, std::int64_t size) {
    return T(sumOver(size, [a, b](std::int64_t i) { return a[i] * b[i]; }));
}

/// to += factor·from; nothing if `to` is null.
template <class T>
void addScaled(T factor, const T* from, std::int64_t size, T* to) {
    for (std::int64_t i = 0; to != nullptr && i < size; ++i) {
        to[i] += factor * from[i];
    }
}

/// Σ a·b over all elements.
struct DotProduct : PairToNumber {
    static constexpr std::string_view kName = "dot_product";

    template <class T>
    static void forward(const RowCall<T>& call) {
        call.y[0][0] = dotOf(call.x[0], call.x[1], call.width(0));
    }
    template <class T>
    static void backward(const RowCall<T>& call, const RowGradient<T>& gradient) {
        addScaled(gradient.dy[0][0], call.x[1], call.width(0), gradient.dx[0]);
        addScaled(gradient.dy[0][0], call.x[0], call.width(0), gradient.dx[1]);
    }
};

/// a·b of two row values, matrices or vectors: [m, k]·[k, n] = [m, n]; a vector on the left is a row, one on
/// the right a column, and the result lacks that axis.
struct MatrixProduct : TwoRows {
    static constexpr std::string_view kName = "matrix_product";

    /// m, k, n.
    struct Extents {
        std::int64_t rows;
        std::int64_t inner;
        std::int64_t columns;

        Extents(const Shape& a, const Shape& b)
            : rows(a.rank() == 2 ? a[0] : 1), inner(b[0]), columns(b.rank() == 2 ? b[1] : 1) {}
    };

    static Result<std::vector<Shape>> inferShapes(std::span<const Shape> x, const Attributes&) {
        const auto isMatrixOrVector = [](const Shape& shape) {
            return shape.rank() == 1 || shape.rank() == 2;
        };
        if (!isMatrixOrVector(x[0]) || !isMatrixOrVector(x[1]) || x[0][x[0].rank() - 1] != x[1][0]) {
            return fail(ErrorCode::kShape, "the second must have as many rows as the first has columns");
        }
        const Extents extents(x[0], x[1]);
        const auto rows = static_cast<std::int32_t>(extents.rows);
        const auto columns = static_cast<std::int32_t>(extents.columns);
        const bool isMatrix = x[0].rank() == 2 && x[1].rank() == 2;
        return std::vector{isMatrix ? Shape{rows, columns} : Shape{rows * columns}};
    }

    template <class T>
    static void forward(const RowCall<T>& call) {
        const Extents extents(call.shapes[0], call.shapes[1]);
        std::fill(call.y[0], call.y[0] + call.outputWidth(), T(0));
        for (std::int64_t i = 0; i < extents.rows; ++i) {
            for (std::int64_t k = 0; k < extents.inner; ++k) {
                addScaled(call.x[0][i * extents.inner + k], call.x[1] + k * extents.columns, extents.columns,
                          call.y[0] + i * extents.columns);
            }
        }
    }
    template <class T>
    static void backward(const RowCall<T>& call, const RowGradient<T>& gradient) {
        const Extents extents(call.shapes[0], call.shapes[1]);
        for (std::int64_t i = 0; i < extents.rows; ++i) {
            const T* dy = gradient.dy[0] + i * extents.columns;
            for (std::int64_t k = 0; k < extents.inner; ++k) {
                const std::int64_t a = i * extents.inner + k;
                const std::int64_t b = k * extents.columns;
                if (gradient.dx[0] != nullptr) {
                    gradient.dx[0][a] += dotOf(dy, call.x[1] + b, extents.columns);
                }
                if (gradient.dx[1] != nullptr) {
                    addScaled(call.x[0][a], dy, extents.columns, gradient.dx[1] + b);
                }
            }
        }
    }
};

/// tr(a·b) = Σ a_ij·b_ji for a [m, n] and b [n, m], without making the product.
struct TraceOfProduct : TwoRows {
    static constexpr std::string_view kName = "trace_of_product";

    static Result<std::vector<Shape>> inferShapes(std::span<const Shape> x, const Attributes&) {
        if (x[0].rank() != 2 || x[1].rank() != 2 || x[0][0] != x[1][1] || x[0][1] != x[1][0]) {
            return fail(ErrorCode::kShape, "the second must have the extents of the first, exchanged");
        }
        return std::vector{Shape{1}};
    }

    template <class T>
    static void forward(const RowCall<T>& call) {
        const std::int64_t rows = call.shapes[0][0];
        const std::int64_t columns = call.shapes[0][1];
        call.y[0][0] = T(sumOver(call.width(0), [&call, rows, columns](std::int64_t i) {
            return call.x[0][i] * call.x[1][(i % columns) * rows + i / columns];
        }));
    }
    template <class T>
    static void backward(const RowCall<T>& call, const RowGradient<T>& gradient) {
        const std::int64_t rows = call.shapes[0][0];
        const std::int64_t columns = call.shapes[0][1];
        for (std::int64_t i = 0; i < call.width(0); ++i) {
            const std::int64_t opposite = (i % columns) * rows + i / columns;
            if (gradient.dx[0] != nullptr) {
                gradient.dx[0][i] += gradient.dy[0][0] * call.x[1][opposite];
            }
            if (gradient.dx[1] != nullptr) {
                gradient.dx[1][opposite] += gradient.dy[0][0] * call.x[0][i];
            }
        }
    }
};

}  // namespace loomscope
