// SPDX-License-Identifier: Apache-2.0
#include "engine/optim/clip.h"

#include "engine/optim/update_plan.h"

#include <array>
#include <cmath>
#include <numeric>

namespace loomscope {

namespace {

/// Sixteen running sums: a fixed order that the compiler can keep in vector registers.
double sumOfSquares(std::span<const float> values) {
    constexpr std::size_t kLanes = 16;
    std::array<double, kLanes> sums{};
    const std::size_t whole = values.size() / kLanes * kLanes;
    for (std::size_t i = 0; i < whole; i += kLanes) {
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            const double value = values[i + lane];
            sums[lane] += value * value;
        }
    }
    for (std::size_t i = whole; i < values.size(); ++i) {
        const double value = values[i];
        sums[i - whole] += value * value;
    }
    return std::accumulate(sums.begin(), sums.end(), 0.0);
}

}  // namespace

double gradientNorm(const ParameterStore& parameters, const UpdatePlan& plan, ThreadPool* pool) {
    const std::span<const float> gradients = parameters.gradients();
    double total = 0;
    plan.collect<double>(
        pool,
        [&](std::int64_t chunk) {
            double sum = 0;
            for (const UpdateRange& range : plan.chunk(chunk)) {
                sum += sumOfSquares(gradients.subspan(static_cast<std::size_t>(range.offset),
                                                      static_cast<std::size_t>(range.size)));
            }
            return sum;
        },
        [&total](double sum) { total += sum; });
    return std::sqrt(total);
}

float clipFactor(double norm, double limit) {
    return limit > 0 && norm > limit ? static_cast<float>(limit / norm) : 1.0F;
}

}  // namespace loomscope
