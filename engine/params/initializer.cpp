// SPDX-License-Identifier: Apache-2.0
#include "engine/params/initializer.h"

#include "engine/base/check.h"

#include <Eigen/QR>

#include <algorithm>
#include <cmath>

namespace loomscope {

namespace {

struct Fans {
    std::int64_t in = 1;
    std::int64_t out = 1;
};

Fans fansOf(const Shape& shape) {
    if (shape.rank() == 0) {
        return {};
    }
    const std::int64_t out = shape[shape.rank() - 1];
    return {.in = out == 0 ? 0 : shape.size() / out, .out = out};
}

void fillUniform(std::span<float> values, double bound, Rng& rng) {
    for (float& value : values) {
        value = static_cast<float>(rng.uniform(-bound, bound));
    }
}

void fillNormal(std::span<float> values, double deviation, Rng& rng) {
    for (float& value : values) {
        value = static_cast<float>(deviation * rng.normal());
    }
}

/// Rows or columns, whichever are fewer, become orthonormal times `gain` (Saxe et al., 2014).
void fillOrthogonal(std::span<float> values, const Fans& fans, double gain, Rng& rng) {
    const std::int64_t longer = std::max(fans.in, fans.out);
    const std::int64_t shorter = std::min(fans.in, fans.out);
    Eigen::MatrixXd normal(longer, shorter);
    for (std::int64_t column = 0; column < shorter; ++column) {
        for (std::int64_t row = 0; row < longer; ++row) {
            normal(row, column) = rng.normal();
        }
    }
    const Eigen::HouseholderQR<Eigen::MatrixXd> qr(normal);
    const Eigen::MatrixXd basis = qr.householderQ() * Eigen::MatrixXd::Identity(longer, shorter);
    for (std::int64_t in = 0; in < fans.in; ++in) {
        for (std::int64_t out = 0; out < fans.out; ++out) {
            const std::int64_t column = fans.in >= fans.out ? out : in;
            const double entry = fans.in >= fans.out ? basis(in, out) : basis(out, in);
            // The factor's sign is the solver's choice; this one makes the distribution uniform.
            const double sign = qr.matrixQR()(column, column) < 0 ? -1.0 : 1.0;
            values[static_cast<std::size_t>(in * fans.out + out)] = static_cast<float>(gain * sign * entry);
        }
    }
}

}  // namespace

void fill(std::span<float> values, const Shape& shape, const Initializer& initializer, Rng& rng) {
    LOOM_CHECK(static_cast<std::int64_t>(values.size()) == shape.size(), "values do not fit the shape");
    const Fans fans = fansOf(shape);
    const double fanSum = static_cast<double>(std::max<std::int64_t>(fans.in + fans.out, 1));
    const double a = initializer.a;
    switch (initializer.kind) {
        case Initializer::Kind::kZero:
            std::ranges::fill(values, 0.0F);
            return;
        case Initializer::Kind::kConstant:
            std::ranges::fill(values, initializer.a);
            return;
        case Initializer::Kind::kUniform:
            fillUniform(values, a, rng);
            return;
        case Initializer::Kind::kNormal:
            fillNormal(values, a, rng);
            return;
        case Initializer::Kind::kGlorotUniform:
            fillUniform(values, a * std::sqrt(6.0 / fanSum), rng);
            return;
        case Initializer::Kind::kGlorotNormal:
            fillNormal(values, a * std::sqrt(2.0 / fanSum), rng);
            return;
        case Initializer::Kind::kOrthogonal:
            fillOrthogonal(values, fans, a, rng);
            return;
    }
}

}  // namespace loomscope
