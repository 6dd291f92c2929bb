// SPDX-License-Identifier: Apache-2.0
// Ops on one whole row at a time: normalised scores, losses, dropout. Each gives forward and backward of a
// row.
#pragma once

#include "engine/base/rng.h"
#include "engine/ops/math.h"
#include "engine/ops/row_call.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace loomscope {

/// The largest element of a row, and Σ exp(x_i − largest). Differences to the largest keep their precision
/// where log Σ exp(x_i) itself would round them away.
template <class T>
struct ExponentialSum {
    T largest;
    T total;

    ExponentialSum(const T* x, std::int64_t size) : largest(*std::max_element(x, x + size)), total(0) {
        for (std::int64_t i = 0; i < size; ++i) {
            total += std::exp(x[i] - largest);
        }
    }
    [[nodiscard]] T share(T x) const { return std::exp(x - largest) / total; }
    [[nodiscard]] T logShare(T x) const { return (x - largest) - std::log(total); }
};

/// What the normalised scores share: one row in, one of the same shape out.
struct NormalisedScores {
    static constexpr std::array kArguments{ArgumentKind::kRows};
    static constexpr Payload kPayload = Payload::kNone;
    static Result<std::vector<Shape>> inferShapes(std::span<const Shape> x, const Attributes&) {
        return std::vector{x[0]};
    }
};

struct Softmax : NormalisedScores {
    static constexpr std::string_view kName = "softmax";

    template <class T>
    static void forward(const RowCall<T>& call) {
        const std::int64_t size = call.width(0);
        const ExponentialSum<T> sum(call.x[0], size);
        for (std::int64_t i = 0; i < size; ++i) {
            call.y[0][i] = sum.share(call.x[0][i]);
        }
    }
    template <class T>
    static void backward(const RowCall<T>& call, const RowGradient<T>& gradient) {
        const std::int64_t size = call.width(0);
        T dot = 0;
        for (std::int64_t i = 0; i < size; ++i) {
            dot += gradient.dy[0][i] * call.y[0][i];
        }
        for (std::int64_t i = 0; i < size; ++i) {
            gradient.dx[0][i] += call.y[0][i] * (gradient.dy[0][i] - dot);
        }
    }
};

struct LogSoftmax : NormalisedScores {
    static constexpr std::string_view kName = "log_softmax";

    template <class T>
    static void forward(const RowCall<T>& call) {
        const std::int64_t size = call.width(0);
        const ExponentialSum<T> sum(call.x[0], size);
        for (std::int64_t i = 0; i < size; ++i) {
            call.y[0][i] = sum.logShare(call.x[0][i]);
        }
    }
    template <class T>
    static void backward(const RowCall<T>& call, const RowGradient<T>& gradient) {
        const std::int64_t size = call.width(0);
        T total = 0;
        for (std::int64_t i = 0; i < size; ++i) {
            total += gradient.dy[0][i];
        }
        for (std::int64_t i = 0; i < size; ++i) {
            gradient.dx[0][i] += gradient.dy[0][i] - std::exp(call.y[0][i]) * total;
        }
    }
};

/// −log softmax(scores)[payload].
struct CrossEntropy {
    static constexpr std::string_view kName = "cross_entropy";
    static constexpr std::array kArguments{ArgumentKind::kRows};
    static constexpr Payload kPayload = Payload::kInteger;
    static Result<std::vector<Shape>> inferShapes(std::span<const Shape>, const Attributes&) {
        return std::vector{Shape{1}};
    }
    static std::int64_t payloadLimit(std::span<const Shape> x) { return x[0].size(); }

    template <class T>
    static void forward(const RowCall<T>& call) {
        call.y[0][0] = -ExponentialSum<T>(call.x[0], call.width(0)).logShare(call.x[0][call.payload]);
    }
    template <class T>
    static void backward(const RowCall<T>& call, const RowGradient<T>& gradient) {
        const std::int64_t size = call.width(0);
        const ExponentialSum<T> sum(call.x[0], size);
        for (std::int64_t i = 0; i < size; ++i) {
            const T target = i == call.payload ? T(1) : T(0);
            gradient.dx[0][i] += gradient.dy[0][0] * (sum.share(call.x[0][i]) - target);
        }
    }
};

/// What the losses with target and mask share: three rows of one shape in, one number out.
struct MaskedLoss {
    static constexpr std::array kArguments{ArgumentKind::kRows, ArgumentKind::kRows, ArgumentKind::kRows};
    static constexpr Payload kPayload = Payload::kNone;
    static Result<std::vector<Shape>> inferShapes(std::span<const Shape> x, const Attributes&) {
        if (x[1] != x[0] || x[2] != x[0]) {
            return fail(ErrorCode::kShape, "prediction, target and mask must have one shape");
        }
        return std::vector{Shape{1}};
    }
};

/// Σ mask·(x − target)².
struct SquaredError : MaskedLoss {
    static constexpr std::string_view kName = "squared_error";

    template <class T>
    static void forward(const RowCall<T>& call) {
        T total = 0;
        for (std::int64_t i = 0; i < call.width(0); ++i) {
            const T difference = call.x[0][i] - call.x[1][i];
            total += call.x[2][i] * difference * difference;
        }
        call.y[0][0] = total;
    }
    template <class T>
    static void backward(const RowCall<T>& call, const RowGradient<T>& gradient) {
        for (std::int64_t i = 0; i < call.width(0); ++i) {
            const T difference = call.x[0][i] - call.x[1][i];
            const T slope = T(2) * call.x[2][i] * difference * gradient.dy[0][0];
            gradient.dx[0][i] += slope;
            if (gradient.dx[1] != nullptr) {
                gradient.dx[1][i] -= slope;
            }
            if (gradient.dx[2] != nullptr) {
                gradient.dx[2][i] += difference * difference * gradient.dy[0][0];
            }
        }
    }
};

/// Σ mask·(softplus(x) − target·x), the cross-entropy of σ(x) with a target in [0, 1].
struct BinaryCrossEntropy : MaskedLoss {
    static constexpr std::string_view kName = "binary_cross_entropy";

    template <class T>
    [[nodiscard]] static T loss(T x, T target) {
        return std::max(x, T(0)) - x * target + std::log1p(std::exp(-std::abs(x)));
    }
    template <class T>
    static void forward(const RowCall<T>& call) {
        T total = 0;
        for (std::int64_t i = 0; i < call.width(0); ++i) {
            total += call.x[2][i] * loss(call.x[0][i], call.x[1][i]);
        }
        call.y[0][0] = total;
    }
    template <class T>
    static void backward(const RowCall<T>& call, const RowGradient<T>& gradient) {
        const T dy = gradient.dy[0][0];
        for (std::int64_t i = 0; i < call.width(0); ++i) {
            const T x = call.x[0][i];
            gradient.dx[0][i] += dy * call.x[2][i] * (math::sigmoid(x) - call.x[1][i]);
            if (gradient.dx[1] != nullptr) {
                gradient.dx[1][i] -= dy * call.x[2][i] * x;
            }
            if (gradient.dx[2] != nullptr) {
                gradient.dx[2][i] += dy * loss(x, call.x[1][i]);
            }
        }
    }
};

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

}  // namespace loomscope
