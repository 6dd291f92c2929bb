// SPDX-License-Identifier: Apache-2.0
// Normalised rows and weights.
#pragma once

#include "engine/ops/distances.h"
#include "engine/ops/row_call.h"
#include "engine/ops/row_sums.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>

namespace loomscope {

/// gain·(x − mean)/√(variance + attributes.real) + bias along the last axis (Ba et al., 2016). Gain and bias
/// are parameters as long as that axis. A line of equal numbers gives the bias.
struct LayerNorm {
    static constexpr std::string_view kName = "layer_norm";
    static constexpr std::array kArguments{ArgumentKind::kRows, ArgumentKind::kParameter,
                                           ArgumentKind::kParameter};
    static constexpr Payload kPayload = Payload::kNone;

    static Result<std::vector<Shape>> inferShapes(std::span<const Shape> x, const Attributes& attributes) {
        if (!(attributes.real >= 0.0F)) {
            return fail(ErrorCode::kInvalid, "what is added to the variance must not be negative");
        }
        const bool fits =
            x[0].rank() > 0 && x[0].size() > 0 && x[1] == Shape{x[0][x[0].rank() - 1]} && x[2] == x[1];
        if (!fits) {
            return fail(ErrorCode::kShape, "gain and bias must be as long as the last axis");
        }
        return std::vector{x[0]};
    }

    /// Mean and 1/√(variance + ε) of a line; 0 instead of 1/0.
    struct Moments {
        double mean;
        double scale;

        template <class T>
        Moments(const T* x, std::int64_t size, double epsilon) {
            mean = sumOver(size, [x](std::int64_t i) { return x[i]; }) / static_cast<double>(size);
            const double squares = sumOver(size, [x, this](std::int64_t i) {
                return (static_cast<double>(x[i]) - mean) * (static_cast<double>(x[i]) - mean);
            });
            const double variance = squares / static_cast<double>(size) + epsilon;
            scale = variance == 0 ? 0 : 1 / std::sqrt(variance);
        }
        template <class T>
        [[nodiscard]] T normalised(T x) const {
            return T((static_cast<double>(x) - mean) * scale);
        }
    };

    template <class T>
    static void forward(const RowCall<T>& call) {
        const std::int64_t size = call.width(1);
        for (std::int64_t first = 0; first < call.width(0); first += size) {
            const T* x = call.x[0] + first;
            const Moments moments(x, size, call.attributes->real);
            for (std::int64_t i = 0; i < size; ++i) {
                call.y[0][first + i] = call.x[1][i] * moments.normalised(x[i]) + call.x[2][i];
            }
        }
    }
    template <class T>
    static void backward(const RowCall<T>& call, const RowGradient<T>& gradient) {
        const std::int64_t size = call.width(1);
        for (std::int64_t first = 0; first < call.width(0); first += size) {
            const T* x = call.x[0] + first;
            const T* dy = gradient.dy[0] + first;
            const Moments moments(x, size, call.attributes->real);
            if (gradient.dx[0] != nullptr) {
                addRowGradient(x, call.x[1], dy, size, moments, gradient.dx[0] + first);
            }
            for (std::int64_t i = 0; i < size && gradient.dx[1] != nullptr; ++i) {
                gradient.dx[1][i] += dy[i] * moments.normalised(x[i]);
            }
            for (std::int64_t i = 0; i < size && gradient.dx[2] != nullptr; ++i) {
                gradient.dx[2][i] += dy[i];
            }
        }
    }

private:
    /// With g = gain·dy and n the normalised x: dx = (g − mean(g) − n·mean(g·n))·scale.
    template <class T>
    static void addRowGradient(const T* x, const T* gain, const T* dy, std::int64_t size,
                               const Moments& moments, T* dx) {
        const auto length = static_cast<double>(size);
        const auto sent = [&](std::int64_t i) { return static_cast<double>(gain[i] * dy[i]); };
        const double mean = sumOver(size, sent) / length;
        const double along =
            sumOver(size, [&](std::int64_t i) { return sent(i) * moments.normalised(x[i]); }) / length;
        for (std::int64_t i = 0; i < size; ++i) {
            dx[i] += T((sent(i) - mean - moments.normalised(x[i]) * along) * moments.scale);
        }
    }
};

/// g·W/|W| (Salimans & Kingma, 2016): a weight as direction and length. Both are parameters, so the result is
/// one value that all rows may read, by matrix_product. A weight of zeros gives zeros and no gradient.
struct WeightNorm {
    static constexpr std::string_view kName = "weight_norm";
    static constexpr std::array kArguments{ArgumentKind::kParameter, ArgumentKind::kParameter};
    static constexpr Payload kPayload = Payload::kNone;

    static Result<std::vector<Shape>> inferShapes(std::span<const Shape> x, const Attributes&) {
        if (x[1].size() != 1) {
            return fail(ErrorCode::kShape, "the length must be one number");
        }
        return std::vector{x[0]};
    }

    template <class T>
    static void forward(const RowCall<T>& call) {
        const double norm = std::sqrt(squaresOf(call.x[0], call.width(0)));
        const T factor = norm == 0 ? T(0) : T(static_cast<double>(call.x[1][0]) / norm);
        for (std::int64_t i = 0; i < call.width(0); ++i) {
            call.y[0][i] = factor * call.x[0][i];
        }
    }
    template <class T>
    static void backward(const RowCall<T>& call, const RowGradient<T>& gradient) {
        const T* weight = call.x[0];
        const T* dy = gradient.dy[0];
        const double norm = std::sqrt(squaresOf(weight, call.width(0)));
        if (norm == 0) {
            return;
        }
        const double along = sumOver(call.width(0), [&](std::int64_t i) { return dy[i] * weight[i]; }) / norm;
        for (std::int64_t i = 0; i < call.width(0) && gradient.dx[0] != nullptr; ++i) {
            const double across = static_cast<double>(dy[i]) - static_cast<double>(weight[i]) / norm * along;
            gradient.dx[0][i] += T(static_cast<double>(call.x[1][0]) / norm * across);
        }
        if (gradient.dx[1] != nullptr) {
            gradient.dx[1][0] += T(along);
        }
    }
};

}  // namespace loomscope
