// SPDX-License-Identifier: Apache-2.0
// Expressions made from nothing, and noise. Random numbers depend on the run's seed, the stream and the
// element alone: give every node a stream of its own.
#pragma once

#include "engine/graph/expr.h"

#include <cstdint>
#include <span>

namespace loomscope {

Expr constant(GraphBuilder& builder, Shape shape, float number);
Expr zeros(GraphBuilder& builder, Shape shape);
Expr ones(GraphBuilder& builder, Shape shape);
/// 1 at `index` of `size` elements, 0 elsewhere. Nodes with different indices share a batch.
Expr oneHot(GraphBuilder& builder, std::int32_t size, std::int32_t index);
/// `numbers` at `places` (row-major), `otherwise` elsewhere. Errors: kInvalid, if a place is outside or the
/// lists differ in length.
Expr sparseInput(GraphBuilder& builder, Shape shape, std::span<const std::int32_t> places,
                 std::span<const float> numbers, float otherwise = 0.0F);

Expr randomNormal(GraphBuilder& builder, Shape shape, std::int32_t stream, float mean = 0.0F,
                  float deviation = 1.0F);
/// In [low, high).
Expr randomUniform(GraphBuilder& builder, Shape shape, std::int32_t stream, float low = 0.0F,
                   float high = 1.0F);
/// `scale` with this probability, else 0.
Expr randomBernoulli(GraphBuilder& builder, Shape shape, std::int32_t stream, float probability,
                     float scale = 1.0F);
Expr randomGumbel(GraphBuilder& builder, Shape shape, std::int32_t stream, float location = 0.0F,
                  float scale = 1.0F);

/// x plus normal noise.
Expr gaussianNoise(Expr x, float deviation, std::int32_t stream);
/// Dropout of whole lines along an axis, kept or zeroed together.
Expr lineDropout(Expr x, float rate, std::int32_t stream, std::int32_t axis);
/// Dropout of the whole value.
Expr blockDropout(Expr x, float rate, std::int32_t stream);

}  // namespace loomscope
