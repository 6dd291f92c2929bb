// SPDX-License-Identifier: Apache-2.0
// A shared tensor of three axes, contracted with one vector or two: the bilinear maps of tensor networks.
#pragma once

#include "engine/ops/contraction.h"
#include "engine/ops/row_call.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace loomscope {

/// Checks the tensor [i, j, k], the vector [k], the second vector [j] (or null) and the bias (or null);
/// returns the output shape, [i, j] or with a second vector [i].
[[nodiscard]] Result<std::vector<Shape>> inferContraction(const Shape& tensor, const Shape& last,
                                                          const Shape* middle, const Shape* bias);

/// Y_ij = Σ_k x_k·A_ijk (+ B_ij), for a vector x [k], the parameter A [i, j, k] and a bias [i, j].
template <bool kHasBias>
struct MatrixContraction {
    static constexpr Payload kPayload = Payload::kNone;
    static constexpr auto kArguments = [] {
        std::array<ArgumentKind, kHasBias ? 3 : 2> kinds{};
        kinds.fill(ArgumentKind::kParameter);
        kinds[0] = ArgumentKind::kRows;
        return kinds;
    }();
    static Result<std::vector<Shape>> inferShapes(std::span<const Shape> x, const Attributes&) {
        return inferContraction(x[1], x[0], nullptr, kHasBias ? &x[2] : nullptr);
    }

    template <class T>
    static void forward(const RowCall<T>& call) {
        const std::int64_t size = call.width(0);
        for (std::int64_t r = 0; r < call.outputWidth(); ++r) {
            call.y[0][r] = dotOf(call.x[0], call.x[1] + r * size, size);
            if constexpr (kHasBias) {
                call.y[0][r] += call.x[2][r];
            }
        }
    }
    template <class T>
    static void backward(const RowCall<T>& call, const RowGradient<T>& gradient) {
        const std::int64_t size = call.width(0);
        for (std::int64_t r = 0; r < call.outputWidth(); ++r) {
            const T dy = gradient.dy[0][r];
            addScaled(dy, call.x[1] + r * size, size, gradient.dx[0]);
            if (gradient.dx[1] != nullptr) {
                addScaled(dy, call.x[0], size, gradient.dx[1] + r * size);
            }
            if (kHasBias && gradient.dx[kArguments.size() - 1] != nullptr) {
                gradient.dx[kArguments.size() - 1][r] += dy;
            }
        }
    }
};

struct Contract3d1d : MatrixContraction<false> {
    static constexpr std::string_view kName = "contract3d_1d";
};
struct Contract3d1dBias : MatrixContraction<true> {
    static constexpr std::string_view kName = "contract3d_1d_bias";
};

/// y_i = Σ_jk z_j·A_ijk·x_k (+ b_i), for vectors x [k] and z [j], the parameter A [i, j, k] and a bias [i].
template <bool kHasBias>
struct VectorContraction {
    static constexpr Payload kPayload = Payload::kNone;
    static constexpr auto kArguments = [] {
        std::array<ArgumentKind, kHasBias ? 4 : 3> kinds{};
        kinds.fill(ArgumentKind::kParameter);
        kinds[0] = kinds[1] = ArgumentKind::kRows;
        return kinds;
    }();
    static Result<std::vector<Shape>> inferShapes(std::span<const Shape> x, const Attributes&) {
        return inferContraction(x[2], x[0], &x[1], kHasBias ? &x[3] : nullptr);
    }

    template <class T>
    static void forward(const RowCall<T>& call) {
        const std::int64_t size = call.width(0);
        const std::int64_t middle = call.width(1);
        for (std::int64_t i = 0; i < call.outputWidth(); ++i) {
            const T* matrix = call.x[2] + i * middle * size;
            call.y[0][i] = T(sumOver(middle, [&](std::int64_t j) {
                return call.x[1][j] * dotOf(call.x[0], matrix + j * size, size);
            }));
            if constexpr (kHasBias) {
                call.y[0][i] += call.x[3][i];
            }
        }
    }
    template <class T>
    static void backward(const RowCall<T>& call, const RowGradient<T>& gradient) {
        const std::int64_t size = call.width(0);
        const std::int64_t middle = call.width(1);
        for (std::int64_t r = 0; r < call.outputWidth() * middle; ++r) {
            const T dy = gradient.dy[0][r / middle];
            const std::int64_t j = r % middle;
            addScaled(dy * call.x[1][j], call.x[2] + r * size, size, gradient.dx[0]);
            if (gradient.dx[1] != nullptr) {
                gradient.dx[1][j] += dy * dotOf(call.x[0], call.x[2] + r * size, size);
            }
            if (gradient.dx[2] != nullptr) {
                addScaled(dy * call.x[1][j], call.x[0], size, gradient.dx[2] + r * size);
            }
        }
        if constexpr (kHasBias) {
            addScaled(T(1), gradient.dy[0], call.outputWidth(), gradient.dx[3]);
        }
    }
};

struct Contract3d1d1d : VectorContraction<false> {
    static constexpr std::string_view kName = "contract3d_1d_1d";
};
struct Contract3d1d1dBias : VectorContraction<true> {
    static constexpr std::string_view kName = "contract3d_1d_1d_bias";
};

}  // namespace loomscope
