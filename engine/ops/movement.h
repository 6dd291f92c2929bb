// SPDX-License-Identifier: Apache-2.0
// Ops that move rows and add up lists of rows.
#pragma once

#include "engine/ops/axis.h"
#include "engine/ops/row_call.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace loomscope {

/// Data of the node. attributes.first is its length.
struct Input {
    static constexpr std::string_view kName = "input";
    static constexpr std::array<ArgumentKind, 0> kArguments{};
    static constexpr Payload kPayload = Payload::kFloats;
    static Result<std::vector<Shape>> inferShapes(std::span<const Shape>, const Attributes& attributes) {
        return std::vector{Shape{attributes.first}};
    }

    template <class T>
    static void forward(const RowCall<T>& call) {
        std::copy(call.data, call.data + call.outputWidth(), call.y[0]);
    }
    template <class T>
    static void backward(const RowCall<T>&, const RowGradient<T>&) {}
};

/// Row `payload` of a table.
struct Lookup {
    static constexpr std::string_view kName = "lookup";
    static constexpr std::array kArguments{ArgumentKind::kParameter};
    static constexpr Payload kPayload = Payload::kInteger;
    static Result<std::vector<Shape>> inferShapes(std::span<const Shape> x, const Attributes&) {
        if (x[0].rank() != 2) {
            return fail(ErrorCode::kShape, "the table must have two axes");
        }
        return std::vector{Shape{x[0][1]}};
    }
    static std::int64_t payloadLimit(std::span<const Shape> x, const Attributes&) { return x[0][0]; }

    template <class T>
    static void forward(const RowCall<T>& call) {
        const T* row = call.x[0] + call.payload * call.outputWidth();
        std::copy(row, row + call.outputWidth(), call.y[0]);
    }
    template <class T>
    static void backward(const RowCall<T>& call, const RowGradient<T>& gradient) {
        for (std::int64_t i = 0; i < call.outputWidth(); ++i) {
            gradient.dx[0][call.payload * call.outputWidth() + i] += gradient.dy[0][i];
        }
    }
};

/// Row values behind each other along an axis, attributes.first; their other extents must be equal.
struct Concatenate {
    static constexpr std::string_view kName = "concatenate";
    static constexpr Arity kArity = Arity::kVariadic;
    static constexpr std::array<ArgumentKind, 0> kArguments{};
    static constexpr Payload kPayload = Payload::kNone;
    static Result<std::vector<Shape>> inferShapes(std::span<const Shape> x, const Attributes& attributes) {
        if (x.empty()) {
            return fail(ErrorCode::kInvalid, "there is nothing to concatenate");
        }
        LOOM_TRY_VOID(checkAxis(x[0], attributes.first));
        std::int64_t extent = 0;
        for (const Shape& shape : x) {
            if (shape.rank() != x[0].rank() ||
                withExtent(shape, attributes.first, x[0][attributes.first]) != x[0]) {
                return fail(ErrorCode::kShape, "all extents but that of the axis must be equal");
            }
            extent += shape[attributes.first];
        }
        return std::vector{withExtent(x[0], attributes.first, extent)};
    }

    template <class T>
    static void forward(const RowCall<T>& call) {
        const std::int64_t outer = AxisLines(call.outputs[0], call.attributes->first).outer;
        T* y = call.y[0];
        for (std::int64_t block = 0; block < outer; ++block) {
            for (std::size_t i = 0; i < call.x.size(); ++i) {
                const std::int64_t size = call.width(i) / outer;
                y = std::copy(call.x[i] + block * size, call.x[i] + (block + 1) * size, y);
            }
        }
    }
    template <class T>
    static void backward(const RowCall<T>& call, const RowGradient<T>& gradient) {
        const std::int64_t outer = AxisLines(call.outputs[0], call.attributes->first).outer;
        const T* dy = gradient.dy[0];
        for (std::int64_t block = 0; block < outer; ++block) {
            for (std::size_t i = 0; i < call.x.size(); ++i) {
                const std::int64_t size = call.width(i) / outer;
                for (std::int64_t j = 0; gradient.dx[i] != nullptr && j < size; ++j) {
                    gradient.dx[i][block * size + j] += dy[j];
                }
                dy += size;
            }
        }
    }
};

/// Elements attributes.first … +attributes.second−1.
struct Slice {
    static constexpr std::string_view kName = "slice";
    static constexpr std::array kArguments{ArgumentKind::kRows};
    static constexpr Payload kPayload = Payload::kNone;
    static Result<std::vector<Shape>> inferShapes(std::span<const Shape> x, const Attributes& attributes) {
        const bool isInside = attributes.first >= 0 && attributes.second > 0 &&
                              std::int64_t{attributes.first} + attributes.second <= x[0].size();
        if (!isInside) {
            return fail(ErrorCode::kInvalid, "the range must lie inside the vector");
        }
        return std::vector{Shape{attributes.second}};
    }

    template <class T>
    static void forward(const RowCall<T>& call) {
        const T* first = call.x[0] + call.attributes->first;
        std::copy(first, first + call.attributes->second, call.y[0]);
    }
    template <class T>
    static void backward(const RowCall<T>& call, const RowGradient<T>& gradient) {
        for (std::int64_t i = 0; i < call.attributes->second; ++i) {
            gradient.dx[0][call.attributes->first + i] += gradient.dy[0][i];
        }
    }
};

/// What sum and mean share: a list of equal shapes in, one of them out. attributes.first is the width, so
/// that an empty list has one too.
struct ListOp {
    static constexpr Arity kArity = Arity::kList;
    static constexpr std::array<ArgumentKind, 0> kArguments{};
    static constexpr Payload kPayload = Payload::kNone;
    static Result<std::vector<Shape>> inferShapes(std::span<const Shape> x, const Attributes& attributes) {
        for (const Shape& shape : x) {
            if (shape.size() != attributes.first) {
                return fail(ErrorCode::kShape, "all items must have the width that was asked for");
            }
        }
        return std::vector{Shape{attributes.first}};
    }
};

/// factor(n)·Σ items, for a list of n items.
template <class Op, class T>
void addItems(const RowCall<T>& call) {
    const std::int64_t size = call.outputWidth();
    std::fill(call.y[0], call.y[0] + size, T(0));
    const T factor = Op::template factor<T>(call.x.size());
    for (const T* x : call.x) {
        for (std::int64_t i = 0; i < size; ++i) {
            call.y[0][i] += factor * x[i];
        }
    }
}

template <class Op, class T>
void addItemsBackward(const RowCall<T>& call, const RowGradient<T>& gradient) {
    const T factor = Op::template factor<T>(call.x.size());
    for (T* dx : gradient.dx) {
        for (std::int64_t i = 0; dx != nullptr && i < call.outputWidth(); ++i) {
            dx[i] += factor * gradient.dy[0][i];
        }
    }
}

struct Sum : ListOp {
    static constexpr std::string_view kName = "sum";
    template <class T>
    static T factor(std::size_t) {
        return T(1);
    }
    template <class T>
    static void forward(const RowCall<T>& call) {
        addItems<Sum>(call);
    }
    template <class T>
    static void backward(const RowCall<T>& call, const RowGradient<T>& gradient) {
        addItemsBackward<Sum>(call, gradient);
    }
};

struct Mean : ListOp {
    static constexpr std::string_view kName = "mean";
    template <class T>
    static T factor(std::size_t items) {
        return items == 0 ? T(0) : T(1) / static_cast<T>(items);
    }
    template <class T>
    static void forward(const RowCall<T>& call) {
        addItems<Mean>(call);
    }
    template <class T>
    static void backward(const RowCall<T>& call, const RowGradient<T>& gradient) {
        addItemsBackward<Mean>(call, gradient);
    }
};

}  // namespace loomscope
