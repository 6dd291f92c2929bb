// SPDX-License-Identifier: Apache-2.0
// Losses: a row of scores or predictions and a target in, one number out.
#pragma once

#include "engine/ops/exponential_sum.h"
#include "engine/ops/math.h"
#include "engine/ops/normalised_scores.h"
#include "engine/ops/row_call.h"
#include "engine/ops/row_shapes.h"
#include "engine/ops/row_sums.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>

namespace loomscope {

/// −log softmax(scores)[payload].
struct CrossEntropy : RowToNumber {
    static constexpr std::string_view kName = "cross_entropy";
    static constexpr Payload kPayload = Payload::kInteger;
    static std::int64_t payloadLimit(std::span<const Shape> x, const Attributes&) { return x[0].size(); }

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

/// y·log(x), and 0 where y is 0, whatever x.
template <class T>
[[nodiscard]] T timesLog(T y, T log) {
    return y == T(0) ? T(0) : y * log;
}

/// −Σ (t·log p + (1 − t)·log(1 − p)) for probabilities p and targets t in [0, 1]. Infinite where the target's
/// probability is 0.
struct BinaryLogLoss : PairToNumber {
    static constexpr std::string_view kName = "binary_log_loss";

    template <class T>
    static void forward(const RowCall<T>& call) {
        const T* p = call.x[0];
        const T* t = call.x[1];
        call.y[0][0] = T(-sumOver(call.width(0), [&](std::int64_t i) {
            return timesLog(t[i], std::log(p[i])) + timesLog(T(1) - t[i], std::log1p(-p[i]));
        }));
    }
    template <class T>
    static void backward(const RowCall<T>& call, const RowGradient<T>& gradient) {
        const T dy = gradient.dy[0][0];
        for (std::int64_t i = 0; i < call.width(0); ++i) {
            const T p = call.x[0][i];
            const T t = call.x[1][i];
            if (gradient.dx[0] != nullptr) {
                gradient.dx[0][i] +=
                    dy * ((t == T(1) ? T(0) : (T(1) - t) / (T(1) - p)) - (t == T(0) ? T(0) : t / p));
            }
            if (gradient.dx[1] != nullptr) {
                gradient.dx[1][i] += dy * (std::log1p(-p) - std::log(p));
            }
        }
    }
};

/// exp(x) − k·x + log k!, the negative log-likelihood of the count k, the payload, if x is the logarithm of
/// the rate.
struct PoissonLoss : RowToNumber {
    static constexpr std::string_view kName = "poisson_loss";
    static constexpr Payload kPayload = Payload::kInteger;
    static Result<std::vector<Shape>> inferShapes(std::span<const Shape> x, const Attributes&) {
        if (x[0].size() != 1) {
            return fail(ErrorCode::kShape, "the logarithm of the rate must be one number");
        }
        return std::vector{Shape{1}};
    }
    static std::int64_t payloadLimit(std::span<const Shape>, const Attributes&) {
        return std::numeric_limits<std::int32_t>::max();
    }

    template <class T>
    static void forward(const RowCall<T>& call) {
        const auto count = static_cast<double>(call.payload);
        const auto x = static_cast<double>(call.x[0][0]);
        int sign = 0;  // std::lgamma keeps it in a global
        call.y[0][0] = T(std::exp(x) - count * x + ::lgamma_r(count + 1.0, &sign));
    }
    template <class T>
    static void backward(const RowCall<T>& call, const RowGradient<T>& gradient) {
        gradient.dx[0][0] += gradient.dy[0][0] * (std::exp(call.x[0][0]) - T(call.payload));
    }
};

/// Σ_S (x² − τ²)/2 − q·x + |q|²/2 over the support S of sparsemax(x) and its threshold τ, for a target
/// distribution q (Martins & Astudillo, 2016).
struct SparsemaxLoss : PairToNumber {
    static constexpr std::string_view kName = "sparsemax_loss";

    static Result<std::vector<Shape>> inferShapes(std::span<const Shape> x, const Attributes& attributes) {
        LOOM_TRY_VOID(checkAxis(x[0], kAllAxes, true));
        return PairToNumber::inferShapes(x, attributes);
    }
    /// Scores less their largest, so that large ones don't cancel; what that takes away from q·x is put back.
    template <class T>
    static void forward(const RowCall<T>& call) {
        const T* q = call.x[1];
        const SparsemaxThreshold threshold(call.x[0], call.width(0));
        const double support = sumOver(call.width(0), [&](std::int64_t i) {
            return threshold.share(i) * (threshold.shifted(i) + threshold.threshold());
        });
        const double target = sumOver(call.width(0), [&](std::int64_t i) {
            return static_cast<double>(q[i]) * (0.5 * static_cast<double>(q[i]) - threshold.shifted(i));
        });
        const double missing = 1.0 - sumOver(call.width(0), [q](std::int64_t i) { return q[i]; });
        call.y[0][0] = T(0.5 * support + target + threshold.largest() * missing);
    }
    template <class T>
    static void backward(const RowCall<T>& call, const RowGradient<T>& gradient) {
        const T dy = gradient.dy[0][0];
        const SparsemaxThreshold threshold(call.x[0], call.width(0));
        for (std::int64_t i = 0; i < call.width(0); ++i) {
            if (gradient.dx[0] != nullptr) {
                gradient.dx[0][i] += dy * (T(threshold.share(i)) - call.x[1][i]);
            }
            if (gradient.dx[1] != nullptr) {
                gradient.dx[1][i] += dy * (call.x[1][i] - call.x[0][i]);
            }
        }
    }
};

}  // namespace loomscope
