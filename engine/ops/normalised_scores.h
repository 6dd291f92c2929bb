// SPDX-License-Identifier: Apache-2.0
// Ops that turn scores along an axis into probabilities.
#pragma once

#include "engine/ops/axis_maps.h"
#include "engine/ops/exponential_sum.h"
#include "engine/ops/row_sums.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>

namespace loomscope {

struct Softmax : AxisMap<Softmax> {
    static constexpr std::string_view kName = "softmax";

    template <class T>
    static void apply(const AxisLine<const T>& x, const AxisLine<T>& y) {
        const ExponentialSum<T> sum(x, x.size);
        for (std::int64_t i = 0; i < x.size; ++i) {
            y[i] = sum.share(x[i]);
        }
    }
    template <class T>
    static void grad(const AxisLine<const T>& y, const AxisLine<const T>& dy, const Attributes&,
                     const AxisLine<T>& dx) {
        const T dot = T(sumOver(y.size, [&y, &dy](std::int64_t i) { return dy[i] * y[i]; }));
        for (std::int64_t i = 0; i < y.size; ++i) {
            dx[i] += y[i] * (dy[i] - dot);
        }
    }
};

struct LogSoftmax : AxisMap<LogSoftmax> {
    static constexpr std::string_view kName = "log_softmax";

    template <class T>
    static void apply(const AxisLine<const T>& x, const AxisLine<T>& y) {
        const ExponentialSum<T> sum(x, x.size);
        for (std::int64_t i = 0; i < x.size; ++i) {
            y[i] = sum.logShare(x[i]);
        }
    }
    template <class T>
    static void grad(const AxisLine<const T>& y, const AxisLine<const T>& dy, const Attributes&,
                     const AxisLine<T>& dx) {
        const T total = T(sumOver(y.size, [&dy](std::int64_t i) { return dy[i]; }));
        for (std::int64_t i = 0; i < y.size; ++i) {
            dx[i] += dy[i] - std::exp(y[i]) * total;
        }
    }
};

/// The threshold τ with Σ max(0, z_i − τ) = 1, for z = x less its largest element, by dropping what falls
/// below the threshold of the rest until nothing does (Michelot, 1986): exact, and without memory.
template <class Row>
class SparsemaxThreshold {
public:
    SparsemaxThreshold(const Row& x, std::int64_t size) : x_(x), largest_(static_cast<double>(x[0])) {
        for (std::int64_t i = 1; i < size; ++i) {
            largest_ = std::max(largest_, static_cast<double>(x[i]));
        }
        threshold_ = -std::numeric_limits<double>::infinity();
        for (double kept = -1, before = -2; kept != before;) {
            before = kept;
            const double floor = threshold_;
            kept = sumOver(size, [&](std::int64_t i) { return shifted(i) > floor ? 1.0 : 0.0; });
            const double total =
                sumOver(size, [&](std::int64_t i) { return shifted(i) > floor ? shifted(i) : 0.0; });
            threshold_ = (total - 1.0) / kept;
        }
    }
    [[nodiscard]] double largest() const { return largest_; }
    [[nodiscard]] double threshold() const { return threshold_; }
    [[nodiscard]] double shifted(std::int64_t i) const { return static_cast<double>(x_[i]) - largest_; }
    [[nodiscard]] double share(std::int64_t i) const {
        const double share = shifted(i) - threshold_;
        return share < 0 ? 0 : share;
    }

private:
    const Row& x_;
    double largest_;
    double threshold_ = 0;
};

/// The point of the probability simplex that is nearest to x (Martins & Astudillo, 2016).
struct Sparsemax : AxisMap<Sparsemax> {
    static constexpr std::string_view kName = "sparsemax";

    template <class T>
    static void apply(const AxisLine<const T>& x, const AxisLine<T>& y) {
        const SparsemaxThreshold threshold(x, x.size);
        for (std::int64_t i = 0; i < x.size; ++i) {
            y[i] = T(threshold.share(i));
        }
    }
    template <class T>
    static void grad(const AxisLine<const T>& y, const AxisLine<const T>& dy, const Attributes&,
                     const AxisLine<T>& dx) {
        const auto isKept = [&y](std::int64_t i) { return y[i] > T(0); };
        const double kept = sumOver(y.size, isKept);
        const double total = sumOver(y.size, [&](std::int64_t i) { return isKept(i) ? dy[i] : T(0); });
        for (std::int64_t i = 0; i < y.size; ++i) {
            dx[i] += isKept(i) ? dy[i] - T(total / kept) : T(0);
        }
    }
};

/// The distribution p ≤ u that is nearest to softmax(x) (Martins & Kreutzer, 2017): p_i = min(u_i,
/// λ·exp(x_i)) with Σ p = 1. The bounds u must not be negative; where they add up to less than 1, p is u.
struct ConstrainedSoftmax : TwoRows {
    static constexpr std::string_view kName = "constrained_softmax";

    static Result<std::vector<Shape>> inferShapes(std::span<const Shape> x, const Attributes& attributes) {
        if (x[0] != x[1]) {
            return fail(ErrorCode::kShape, "the scores and their bounds must have one shape");
        }
        LOOM_TRY_VOID(checkAxis(x[0], attributes.first));
        return std::vector{x[0]};
    }

    template <class T>
    static void forward(const RowCall<T>& call) {
        const AxisLines lines(call.shapes[0], call.attributes->first);
        for (std::int64_t i = 0; i < lines.count(); ++i) {
            apply(lines.line(call.x[0], i), lines.line(call.x[1], i), lines.line(call.y[0], i));
        }
    }
    /// With m the mean of dy over the free elements, weighted by p: dx = p·(dy − m) there, and du = dy − m at
    /// the others.
    template <class T>
    static void backward(const RowCall<T>& call, const RowGradient<T>& gradient) {
        const AxisLines lines(call.shapes[0], call.attributes->first);
        for (std::int64_t line = 0; line < lines.count(); ++line) {
            const auto u = lines.line(call.x[1], line);
            const auto y = lines.line(call.y[0], line);
            const auto dy = lines.line(gradient.dy[0], line);
            const auto isFree = [&](std::int64_t i) { return y[i] < u[i]; };
            const double mass = sumOver(lines.size, [&](std::int64_t i) { return isFree(i) ? y[i] : T(0); });
            const double sent =
                sumOver(lines.size, [&](std::int64_t i) { return isFree(i) ? y[i] * dy[i] : T(0); });
            const T mean = mass > 0 ? T(sent / mass) : T(0);
            for (std::int64_t i = 0; i < lines.size; ++i) {
                if (isFree(i) && gradient.dx[0] != nullptr) {
                    lines.line(gradient.dx[0], line)[i] += y[i] * (dy[i] - mean);
                }
                if (!isFree(i) && gradient.dx[1] != nullptr) {
                    lines.line(gradient.dx[1], line)[i] += dy[i] - mean;
                }
            }
        }
    }

private:
    /// λ only grows while elements reach their bounds, so the bound ones follow from it and need no list.
    template <class T>
    static void apply(const AxisLine<const T>& x, const AxisLine<const T>& u, const AxisLine<T>& y) {
        const ExponentialSum<T> sum(x, x.size);
        const auto weight = [&](std::int64_t i) { return static_cast<double>(std::exp(x[i] - sum.largest)); };
        double factor = 0;
        for (double next = 1.0 / static_cast<double>(sum.total); next > factor;) {
            factor = next;
            const auto isFree = [&](std::int64_t i) {
                return factor * weight(i) < static_cast<double>(u[i]);
            };
            const double bound = sumOver(x.size, [&](std::int64_t i) { return isFree(i) ? T(0) : u[i]; });
            const double free = sumOver(x.size, [&](std::int64_t i) { return isFree(i) ? weight(i) : 0.0; });
            next = free > 0 ? (1.0 - bound) / free : factor;
        }
        for (std::int64_t i = 0; i < x.size; ++i) {
            const T share = T(factor * weight(i));
            y[i] = share > u[i] ? u[i] : share;
        }
    }
};

}  // namespace loomscope
