// SPDX-License-Identifier: Apache-2.0
#include "engine/exec/gradient_check.h"

#include "engine/base/rng.h"
#include "engine/exec/reference_executor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace loomscope {

GradientCheck checkGradients(const Graph& graph, const ParameterStore& parameters,
                             std::span<const ValueId> losses, std::int64_t perParameter, std::uint64_t seed) {
    constexpr double kStep = 1e-5;
    const ReferenceResult analytic = runReference(graph, parameters, losses, seed);
    std::vector<std::vector<double>> values;
    for (std::size_t i = 0; i < parameters.parameters().size(); ++i) {
        const auto floats = parameters.values(ParameterId(i));
        values.emplace_back(floats.begin(), floats.end());
    }
    GradientCheck check;
    Rng rng(seed);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto size = static_cast<std::int64_t>(values[i].size());
        for (std::int64_t tried = 0; tried < std::min(size, perParameter); ++tried) {
            const auto element = size <= perParameter ? static_cast<std::size_t>(tried)
                                                      : rng.below(static_cast<std::uint64_t>(size));
            const double old = values[i][element];
            values[i][element] = old + kStep;
            const double above = runReference(graph, parameters, losses, seed, values).loss;
            values[i][element] = old - kStep;
            const double below = runReference(graph, parameters, losses, seed, values).loss;
            values[i][element] = old;
            const double numeric = (above - below) / (2 * kStep);
            const double exact = analytic.parameterGradients[i][element];
            const double error =
                std::abs(exact - numeric) / std::max({1.0, std::abs(exact), std::abs(numeric)});
            ++check.checked;
            if (error > check.largestError) {
                check.largestError = error;
                check.where = fmt::format("{}[{}]", parameters.parameters()[i].name, element);
            }
        }
    }
    return check;
}

}  // namespace loomscope
