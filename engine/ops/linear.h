// SPDX-License-Identifier: Apache-2.0
// Ops that are a matrix product with a shared weight. The drivers use the device's library; what stands here
// is the plain meaning, for the reference.
#pragma once

#include "engine/ops/row_call.h"

#include <array>
#include <string_view>

namespace loomscope {

/// Checks x [in] against weight [in, out]; returns the output shape [out].
[[nodiscard]] Result<std::vector<Shape>> inferProduct(const Shape& x, const Shape& weight);

template <class T>
void multiplyRow(const RowCall<T>& call) {
    const std::int64_t in = call.width(0);
    const std::int64_t out = call.outputWidth();
    for (std::int64_t k = 0; k < in; ++k) {
        for (std::int64_t n = 0; n < out; ++n) {
            call.y[0][n] += call.x[0][k] * call.x[1][k * out + n];
        }
    }
}

template <class T>
void multiplyRowBackward(const RowCall<T>& call, const RowGradient<T>& gradient) {
    const std::int64_t in = call.width(0);
    const std::int64_t out = call.outputWidth();
    for (std::int64_t k = 0; k < in; ++k) {
        for (std::int64_t n = 0; n < out; ++n) {
            if (gradient.dx[0] != nullptr) {
                gradient.dx[0][k] += gradient.dy[0][n] * call.x[1][k * out + n];
            }
            gradient.dx[1][k * out + n] += gradient.dy[0][n] * call.x[0][k];
        }
    }
}

/// y = x·W.
struct Product {
    static constexpr std::string_view kName = "product";
    static constexpr std::array kArguments{ArgumentKind::kRows, ArgumentKind::kParameter};
    static constexpr Payload kPayload = Payload::kNone;
    static Result<std::vector<Shape>> inferShapes(std::span<const Shape> x, const Attributes&) {
        return inferProduct(x[0], x[1]);
    }

    template <class T>
    static void forward(const RowCall<T>& call) {
        std::fill(call.y[0], call.y[0] + call.outputWidth(), T(0));
        multiplyRow(call);
    }
    template <class T>
    static void backward(const RowCall<T>& call, const RowGradient<T>& gradient) {
        multiplyRowBackward(call, gradient);
    }
};

/// y = x·W + b, b [out]; or b [n, out], and all its rows are added.
struct Affine {
    static constexpr std::string_view kName = "affine";
    static constexpr std::array kArguments{ArgumentKind::kRows, ArgumentKind::kParameter,
                                           ArgumentKind::kParameter};
    static constexpr Payload kPayload = Payload::kNone;
    static Result<std::vector<Shape>> inferShapes(std::span<const Shape> x, const Attributes&) {
        LOOM_TRY(auto shapes, inferProduct(x[0], x[1]));
        if (x[2].rank() < 1 || x[2].rank() > 2 || x[2][x[2].rank() - 1] != shapes[0][0]) {
            return fail(ErrorCode::kShape, "the bias must be as long as the weight has columns");
        }
        return shapes;
    }

    template <class T>
    static void forward(const RowCall<T>& call) {
        const std::int64_t out = call.outputWidth();
        std::fill(call.y[0], call.y[0] + out, T(0));
        for (std::int64_t i = 0; i < call.width(2); ++i) {
            call.y[0][i % out] += call.x[2][i];
        }
        multiplyRow(call);
    }
    template <class T>
    static void backward(const RowCall<T>& call, const RowGradient<T>& gradient) {
        multiplyRowBackward(call, gradient);
        for (std::int64_t i = 0; i < call.width(2); ++i) {
            gradient.dx[2][i] += gradient.dy[0][i % call.outputWidth()];
        }
    }
};

}  // namespace loomscope
