// SPDX-License-Identifier: Apache-2.0
// Largest element and log-sum-exp over a list of rows, element by element. The list must not be empty.
#pragma once

#include "engine/ops/exponential_sum.h"
#include "engine/ops/movement.h"
#include "engine/ops/reductions.h"
#include "engine/ops/row_call.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace loomscope {

/// What ops on the j-th elements of all items share. `Items` gives size(), value(item) and gradient(item):
/// lists of pointers in the reference, places in the arena in the drivers.
template <class Op>
struct ListReduction : ListOp {
    static Result<std::vector<Shape>> inferShapes(std::span<const Shape> x, const Attributes& attributes) {
        if (x.empty()) {
            return fail(ErrorCode::kInvalid, "the list must not be empty");
        }
        return ListOp::inferShapes(x, attributes);
    }

    /// The j-th element of every item, as a line.
    template <class Items>
    struct Elements {
        const Items& items;
        std::int64_t element;
        std::int64_t size;

        Elements(const Items& list, std::int64_t j)
            : items(list), element(j), size(static_cast<std::int64_t>(list.size())) {}
        auto operator[](std::int64_t item) const {
            return items.value(static_cast<std::size_t>(item))[element];
        }
    };

    template <class T, class Items>
    static void reduce(const Items& items, std::int64_t width, T* y) {
        for (std::int64_t j = 0; j < width; ++j) {
            y[j] = Op::template value<T>(Elements<Items>(items, j));
        }
    }
    template <class T, class Items>
    static void spread(const Items& items, std::int64_t width, const T* dy) {
        for (std::int64_t j = 0; j < width; ++j) {
            Op::grad(Elements<Items>(items, j), dy[j], [&items, j](std::int64_t item, T slope) {
                if (T* dx = items.gradient(static_cast<std::size_t>(item))) {
                    dx[j] += slope;
                }
            });
        }
    }

    template <class T>
    static void forward(const RowCall<T>& call) {
        reduce(RowItems<T>{call.x, {}}, call.outputWidth(), call.y[0]);
    }
    template <class T>
    static void backward(const RowCall<T>& call, const RowGradient<T>& gradient) {
        spread(RowItems<T>{call.x, gradient.dx}, call.outputWidth(), gradient.dy[0]);
    }

private:
    template <class T>
    struct RowItems {
        std::span<const T* const> x;
        std::span<T* const> dx;

        [[nodiscard]] std::size_t size() const { return x.size(); }
        [[nodiscard]] const T* value(std::size_t item) const { return x[item]; }
        [[nodiscard]] T* gradient(std::size_t item) const { return dx[item]; }
    };
};

/// The largest; the gradient goes to the first of equals.
struct ListMax : ListReduction<ListMax> {
    static constexpr std::string_view kName = "list_max";

    template <class T, class Line>
    static T value(const Line& x) {
        return x[extremeOf<1>(x)];
    }
    template <class Line, class T, class Add>
    static void grad(const Line& x, T dy, const Add& add) {
        add(extremeOf<1>(x), dy);
    }
};

/// log Σ exp(x). Where that is −∞ there is no gradient.
struct ListLogSumExp : ListReduction<ListLogSumExp> {
    static constexpr std::string_view kName = "list_log_sum_exp";

    template <class T, class Line>
    static T value(const Line& x) {
        return ExponentialSum<T>(x, x.size).logTotal();
    }
    template <class Line, class T, class Add>
    static void grad(const Line& x, T dy, const Add& add) {
        const ExponentialSum<T> sum(x, x.size);
        if (std::isinf(sum.largest) && sum.largest < T(0)) {
            return;
        }
        for (std::int64_t i = 0; i < x.size; ++i) {
            add(i, dy * sum.share(x[i]));
        }
    }
};

}  // namespace loomscope
