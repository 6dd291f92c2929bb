// SPDX-License-Identifier: Apache-2.0
// Noise on a row.
#pragma once

#include "engine/base/rng.h"
#include "engine/ops/axis.h"
#include "engine/ops/row_call.h"
#include "engine/ops/sources.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace loomscope {

/// Zeroes elements with probability attributes.real and scales the rest. Which ones depends on the run's
/// seed, the node's stream (payload) and the element alone, so the mask is made again in backward and not
/// kept.
struct Dropout {
    static constexpr std::string_view kName = "dropout";
    static constexpr std::array kArguments{ArgumentKind::kRows};
    static constexpr Payload kPayload = Payload::kInteger;
    static Result<std::vector<Shape>> inferShapes(std::span<const Shape> x, const Attributes& attributes) {
        if (!(attributes.real >= 0.0F && attributes.real < 1.0F)) {
            return fail(ErrorCode::kInvalid, "the rate must be at least 0 and below 1");
        }
        return std::vector{x[0]};
    }

    /// Calls use(i, factor) for each element. Sixteen random bits an element: rates are kept to 1/65536.
    template <class T, class Use>
    static void forEachFactor(const RowCall<T>& call, const Use& use) {
        const auto threshold = static_cast<std::uint64_t>(call.attributes->real * 65536.0F);
        const T scale = T(1) / (T(1) - T(call.attributes->real));
        const std::int64_t size = call.width(0);
        for (std::int64_t first = 0; first < size; first += 4) {
            std::uint64_t bits = randomBits(call.seed, static_cast<std::uint64_t>(call.payload),
                                            static_cast<std::uint64_t>(first));
            for (std::int64_t i = first; i < std::min(first + 4, size); ++i, bits >>= 16) {
                use(i, (bits & 0xFFFF) < threshold ? T(0) : scale);
            }
        }
    }
    template <class T>
    static void forward(const RowCall<T>& call) {
        forEachFactor(call, [&call](std::int64_t i, T factor) { call.y[0][i] = factor * call.x[0][i]; });
    }
    template <class T>
    static void backward(const RowCall<T>& call, const RowGradient<T>& gradient) {
        forEachFactor(
            call, [&gradient](std::int64_t i, T factor) { gradient.dx[0][i] += factor * gradient.dy[0][i]; });
    }
};

/// x plus normal noise of standard deviation attributes.real.
struct GaussianNoise {
    static constexpr std::string_view kName = "gaussian_noise";
    static constexpr std::array kArguments{ArgumentKind::kRows};
    static constexpr Payload kPayload = Payload::kInteger;
    static Result<std::vector<Shape>> inferShapes(std::span<const Shape> x, const Attributes& attributes) {
        if (!(attributes.real >= 0.0F)) {
            return fail(ErrorCode::kInvalid, "the standard deviation must not be negative");
        }
        return std::vector{x[0]};
    }

    template <class T>
    static void forward(const RowCall<T>& call) {
        const auto stream = static_cast<std::uint64_t>(call.payload);
        for (std::int64_t i = 0; i < call.width(0); ++i) {
            const std::uint64_t bits = randomBits(call.seed, stream, static_cast<std::uint64_t>(i));
            call.y[0][i] = call.x[0][i] + T(RandomNormal::draw(bits, call.attributes->real));
        }
    }
    template <class T>
    static void backward(const RowCall<T>& call, const RowGradient<T>& gradient) {
        for (std::int64_t i = 0; i < call.width(0); ++i) {
            gradient.dx[0][i] += gradient.dy[0][i];
        }
    }
};

/// Dropout of whole lines along axis attributes.first: all elements of a line are kept or zeroed together.
/// kAllAxes: the whole row value.
struct LineDropout {
    static constexpr std::string_view kName = "line_dropout";
    static constexpr std::array kArguments{ArgumentKind::kRows};
    static constexpr Payload kPayload = Payload::kInteger;
    static Result<std::vector<Shape>> inferShapes(std::span<const Shape> x, const Attributes& attributes) {
        LOOM_TRY_VOID(checkAxis(x[0], attributes.first, true));
        return Dropout::inferShapes(x, attributes);
    }

    /// Calls use(i, factor) for each element.
    template <class T, class Use>
    static void forEachFactor(const RowCall<T>& call, const Use& use) {
        const auto rate = static_cast<double>(call.attributes->real);
        const auto stream = static_cast<std::uint64_t>(call.payload);
        const AxisLines lines(call.shapes[0], call.attributes->first);
        for (std::int64_t i = 0; i < call.width(0); ++i) {
            const std::int64_t line = i / (lines.size * lines.inner) * lines.inner + i % lines.inner;
            const double draw = toUnit(randomBits(call.seed, stream, static_cast<std::uint64_t>(line)));
            use(i, draw < rate ? T(0) : T(1) / (T(1) - T(call.attributes->real)));
        }
    }
    template <class T>
    static void forward(const RowCall<T>& call) {
        forEachFactor(call, [&call](std::int64_t i, T factor) { call.y[0][i] = factor * call.x[0][i]; });
    }
    template <class T>
    static void backward(const RowCall<T>& call, const RowGradient<T>& gradient) {
        forEachFactor(
            call, [&gradient](std::int64_t i, T factor) { gradient.dx[0][i] += factor * gradient.dy[0][i]; });
    }
};

}  // namespace loomscope
