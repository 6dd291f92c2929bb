// SPDX-License-Identifier: Apache-2.0
// Losses that ask for a margin between scores.
#pragma once

#include "engine/ops/axis.h"
#include "engine/ops/row_call.h"
#include "engine/ops/row_index.h"
#include "engine/ops/row_shapes.h"
#include "engine/ops/row_sums.h"

#include <cstdint>
#include <limits>
#include <string_view>

namespace loomscope {

/// How far a score reaches into the margin below the target's: max(0, margin + x_i − x_target).
template <class Line>
[[nodiscard]] auto marginExcess(const Line& x, std::int64_t i, std::int64_t target, float margin) {
    const auto excess = (x[i] - x[target]) + margin;
    return excess < 0 ? decltype(excess)(0) : excess;
}

template <class T>
[[nodiscard]] T hingeLoss(const AxisLine<const T>& x, std::int64_t target, float margin) {
    return T(sumOver(
        x.size, [&](std::int64_t i) { return i == target ? T(0) : marginExcess(x, i, target, margin); }));
}

template <class T>
void hingeGradient(const AxisLine<const T>& x, std::int64_t target, float margin, T dy,
                   const AxisLine<T>& dx) {
    for (std::int64_t i = 0; i < x.size; ++i) {
        if (i != target && marginExcess(x, i, target, margin) > 0) {
            dx[i] += dy;
            dx[target] -= dy;
        }
    }
}

/// Σ max(0, margin + x_i − x_target) over i ≠ target, the payload; attributes.real is the margin.
struct Hinge : RowToNumber {
    static constexpr std::string_view kName = "hinge";
    static constexpr Payload kPayload = Payload::kInteger;
    static std::int64_t payloadLimit(std::span<const Shape> x, const Attributes&) { return x[0].size(); }

    template <class T>
    static void forward(const RowCall<T>& call) {
        const AxisLines lines(call.shapes[0], kAllAxes);
        call.y[0][0] = hingeLoss(lines.line(call.x[0], 0), call.payload, call.attributes->real);
    }
    template <class T>
    static void backward(const RowCall<T>& call, const RowGradient<T>& gradient) {
        const AxisLines lines(call.shapes[0], kAllAxes);
        hingeGradient(lines.line(call.x[0], 0), call.payload, call.attributes->real, gradient.dy[0][0],
                      lines.line(gradient.dx[0], 0));
    }
};

/// The hinge loss of each line along an axis (attributes.first), whose targets are the indices in the second
/// argument. An index outside the axis gives NaN in the reference; the executor refuses it.
struct HingeAxis : TwoRows {
    static constexpr std::string_view kName = "hinge_axis";

    static Result<std::vector<Shape>> inferShapes(std::span<const Shape> x, const Attributes& attributes) {
        LOOM_TRY_VOID(checkAxis(x[0], attributes.first));
        if (x[1] != withoutAxis(x[0], attributes.first)) {
            return fail(ErrorCode::kShape, "there must be one target index for each line of scores");
        }
        return std::vector{x[1]};
    }
    static std::int64_t indexLimit(std::span<const Shape> x, const Attributes& attributes) {
        return x[0][attributes.first];
    }

    template <class T>
    static void forward(const RowCall<T>& call) {
        const AxisLines lines(call.shapes[0], call.attributes->first);
        for (std::int64_t i = 0; i < lines.count(); ++i) {
            const std::int64_t target = rowIndex(call.x[1][i], lines.size);
            call.y[0][i] = target == kNoIndex
                               ? std::numeric_limits<T>::quiet_NaN()
                               : hingeLoss(lines.line(call.x[0], i), target, call.attributes->real);
        }
    }
    template <class T>
    static void backward(const RowCall<T>& call, const RowGradient<T>& gradient) {
        const AxisLines lines(call.shapes[0], call.attributes->first);
        for (std::int64_t i = 0; i < lines.count() && gradient.dx[0] != nullptr; ++i) {
            const std::int64_t target = rowIndex(call.x[1][i], lines.size);
            if (target != kNoIndex) {
                hingeGradient(lines.line(call.x[0], i), target, call.attributes->real, gradient.dy[0][i],
                              lines.line(gradient.dx[0], i));
            }
        }
    }
};

/// Σ max(0, margin − (a − b)): each a should be above its b by the margin, attributes.real.
struct PairwiseRankLoss : PairToNumber {
    static constexpr std::string_view kName = "pairwise_rank_loss";

    template <class T>
    [[nodiscard]] static T excess(const RowCall<T>& call, std::int64_t i) {
        const T excess = call.attributes->real - (call.x[0][i] - call.x[1][i]);
        return excess < T(0) ? T(0) : excess;
    }
    template <class T>
    static void forward(const RowCall<T>& call) {
        call.y[0][0] = T(sumOver(call.width(0), [&call](std::int64_t i) { return excess(call, i); }));
    }
    template <class T>
    static void backward(const RowCall<T>& call, const RowGradient<T>& gradient) {
        for (std::int64_t i = 0; i < call.width(0); ++i) {
            const T slope = excess(call, i) > T(0) ? gradient.dy[0][0] : T(0);
            if (gradient.dx[0] != nullptr) {
                gradient.dx[0][i] -= slope;
            }
            if (gradient.dx[1] != nullptr) {
                gradient.dx[1][i] += slope;
            }
        }
    }
};

}  // namespace loomscope
