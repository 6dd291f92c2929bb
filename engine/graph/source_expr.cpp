// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/source_expr.h"

#include "engine/graph/math_expr.h"
#include "engine/ops/axis.h"

#include <fmt/format.h>

#include <cstddef>
#include <vector>

namespace loomscope {

namespace {

Expr addSource(std::string_view op, GraphBuilder& builder, const Shape& shape, float number,
               std::int32_t payload) {
    return builder.add(
        op, {},
        {.real = number, .first = shape[0], .second = shape[1], .third = shape[2], .fourth = shape[3]},
        payload);
}

Expr shifted(Expr x, float by) {
    return by == 0.0F ? x : x + by;
}

}  // namespace

Expr constant(GraphBuilder& builder, Shape shape, float number) {
    return addSource("constant", builder, shape, number, 0);
}
Expr zeros(GraphBuilder& builder, Shape shape) {
    return constant(builder, shape, 0.0F);
}
Expr ones(GraphBuilder& builder, Shape shape) {
    return constant(builder, shape, 1.0F);
}
Expr oneHot(GraphBuilder& builder, std::int32_t size, std::int32_t index) {
    return builder.add("one_hot", {}, {.first = size}, index);
}

Expr sparseInput(GraphBuilder& builder, Shape shape, std::span<const std::int32_t> places,
                 std::span<const float> numbers, float otherwise) {
    if (places.size() != numbers.size()) {
        return builder.refuse({.code = ErrorCode::kInvalid,
                               .message = fmt::format("sparse input of shape {}: {} places for {} numbers",
                                                      shape.text(), places.size(), numbers.size())});
    }
    std::vector<float> data(static_cast<std::size_t>(shape.size()), otherwise);
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (places[i] < 0 || places[i] >= shape.size()) {
            return builder.refuse(
                {.code = ErrorCode::kInvalid,
                 .message = fmt::format("sparse input of shape {}: place {} is outside 0 … {}", shape.text(),
                                        places[i], shape.size() - 1)});
        }
        data[static_cast<std::size_t>(places[i])] = numbers[i];
    }
    return builder.input(shape, data);
}

Expr randomNormal(GraphBuilder& builder, Shape shape, std::int32_t stream, float mean, float deviation) {
    return shifted(addSource("random_normal", builder, shape, deviation, stream), mean);
}
Expr randomUniform(GraphBuilder& builder, Shape shape, std::int32_t stream, float low, float high) {
    return shifted(addSource("random_uniform", builder, shape, high - low, stream), low);
}
Expr randomBernoulli(GraphBuilder& builder, Shape shape, std::int32_t stream, float probability,
                     float scale) {
    const Expr draw = addSource("random_bernoulli", builder, shape, probability, stream);
    return scale == 1.0F ? draw : scale * draw;
}
Expr randomGumbel(GraphBuilder& builder, Shape shape, std::int32_t stream, float location, float scale) {
    return shifted(addSource("random_gumbel", builder, shape, scale, stream), location);
}

Expr gaussianNoise(Expr x, float deviation, std::int32_t stream) {
    return applyOp("gaussian_noise", {x}, {.real = deviation}, stream);
}
Expr lineDropout(Expr x, float rate, std::int32_t stream, std::int32_t axis) {
    return applyOp("line_dropout", {x}, {.real = rate, .first = axis}, stream);
}
Expr blockDropout(Expr x, float rate, std::int32_t stream) {
    return lineDropout(x, rate, stream, kAllAxes);
}

}  // namespace loomscope
