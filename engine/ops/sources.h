// SPDX-License-Identifier: Apache-2.0
// Row values made from nothing: constants and random numbers.
//
// Random numbers depend on the run's seed, the node's stream (its payload) and the element alone, so neither
// batches nor threads change them.
#pragma once

#include "engine/base/rng.h"
#include "engine/ops/row_call.h"
#include "engine/ops/selection.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string_view>

namespace loomscope {

/// No arguments; the shape is the attributes' integers, 0 standing for no more axes.
struct SourceForm {
    static constexpr std::array<ArgumentKind, 0> kArguments{};
    static constexpr Payload kPayload = Payload::kNone;
    static Result<std::vector<Shape>> inferShapes(std::span<const Shape>, const Attributes& attributes) {
        LOOM_TRY(const Shape shape, shapeOf(attributes));
        return std::vector{shape};
    }
    template <class T>
    static void backward(const RowCall<T>&, const RowGradient<T>&) {}
};

/// attributes.real in every element.
struct Constant : SourceForm {
    static constexpr std::string_view kName = "constant";

    template <class T>
    static void forward(const RowCall<T>& call) {
        std::fill(call.y[0], call.y[0] + call.outputWidth(), T(call.attributes->real));
    }
};

/// 1 at the payload's place of a vector of attributes.first elements, 0 elsewhere.
struct OneHot : SourceForm {
    static constexpr std::string_view kName = "one_hot";
    static constexpr Payload kPayload = Payload::kInteger;
    static Result<std::vector<Shape>> inferShapes(std::span<const Shape> x, const Attributes& attributes) {
        if (attributes.second != 0) {
            return fail(ErrorCode::kShape, "a one-hot vector must have one axis");
        }
        return SourceForm::inferShapes(x, attributes);
    }
    static std::int64_t payloadLimit(std::span<const Shape>, const Attributes& attributes) {
        return attributes.first;
    }

    template <class T>
    static void forward(const RowCall<T>& call) {
        std::fill(call.y[0], call.y[0] + call.outputWidth(), T(0));
        call.y[0][call.payload] = T(1);
    }
};

/// What random sources share: element i is Op::draw(its 64 bits, attributes.real).
template <class Op>
struct RandomForm : SourceForm {
    static constexpr Payload kPayload = Payload::kInteger;

    template <class T>
    static void forward(const RowCall<T>& call) {
        const auto stream = static_cast<std::uint64_t>(call.payload);
        for (std::int64_t i = 0; i < call.outputWidth(); ++i) {
            const std::uint64_t bits = randomBits(call.seed, stream, static_cast<std::uint64_t>(i));
            call.y[0][i] = T(Op::draw(bits, call.attributes->real));
        }
    }
};

/// A number in (0, 1) from 32 bits, never an end.
[[nodiscard]] constexpr double toOpenUnit(std::uint64_t bits) {
    return (static_cast<double>(bits & 0xFFFFFFFF) + 0.5) * 0x1.0p-32;
}

/// Standard normal from 64 bits (Box–Muller).
[[nodiscard]] inline double toNormal(std::uint64_t bits) {
    const double radius = std::sqrt(-2.0 * std::log(toOpenUnit(bits)));
    return radius * std::cos(2.0 * std::numbers::pi * toOpenUnit(bits >> 32));
}

/// Normal with mean 0 and standard deviation attributes.real.
struct RandomNormal : RandomForm<RandomNormal> {
    static constexpr std::string_view kName = "random_normal";
    static double draw(std::uint64_t bits, float deviation) {
        return toNormal(bits) * static_cast<double>(deviation);
    }
};

/// Uniform in [0, attributes.real).
struct RandomUniform : RandomForm<RandomUniform> {
    static constexpr std::string_view kName = "random_uniform";
    static double draw(std::uint64_t bits, float limit) { return toUnit(bits) * static_cast<double>(limit); }
};

/// 1 with probability attributes.real, else 0.
struct RandomBernoulli : RandomForm<RandomBernoulli> {
    static constexpr std::string_view kName = "random_bernoulli";
    static Result<std::vector<Shape>> inferShapes(std::span<const Shape> x, const Attributes& attributes) {
        if (!(attributes.real >= 0.0F && attributes.real <= 1.0F)) {
            return fail(ErrorCode::kInvalid, "the probability must be in 0 … 1");
        }
        return SourceForm::inferShapes(x, attributes);
    }
    static double draw(std::uint64_t bits, float probability) {
        return toUnit(bits) < static_cast<double>(probability) ? 1.0 : 0.0;
    }
};

/// Gumbel with location 0 and scale attributes.real: −ln(−ln u).
struct RandomGumbel : RandomForm<RandomGumbel> {
    static constexpr std::string_view kName = "random_gumbel";
    static double draw(std::uint64_t bits, float scale) {
        return -std::log(-std::log(toOpenUnit(bits))) * static_cast<double>(scale);
    }
};

}  // namespace loomscope
