// SPDX-License-Identifier: Apache-2.0
// Blocks that read data of the host and make constants of the graph.
#pragma once

#include "engine/blocks/block.h"
#include "engine/blocks/block_value.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace loomscope {

/// Code of the host: data to data. It must not keep state.
using HostFunction = std::function<Result<BlockValue>(const BlockValue&)>;

namespace blocks {

/// object → tensor: numbers, in lists as deep as the rank.
[[nodiscard]] Block tensor(Shape shape);
[[nodiscard]] Block scalar();
[[nodiscard]] Block vector(std::int32_t size);
/// object → vector[stop − start]: 1 at the place of a whole number from start to stop − 1. One constant a
/// number and graph.
[[nodiscard]] Block oneHot(std::int32_t start, std::int32_t stop);
[[nodiscard]] Block oneHot(std::int32_t size);
/// object → vector: 1 at the place of the equal element. Others are an error, or zeros unless `isStrict`.
[[nodiscard]] Block oneHotFromList(std::vector<BlockValue> elements, bool isStrict = true);
/// object → object. `name` is for messages.
[[nodiscard]] Block inputTransform(std::string name, HostFunction function);
/// object → t: `some` of what is there; of nothing `none`, which takes nothing, or zeros.
[[nodiscard]] Block optional(Block some, std::optional<Block> none = std::nullopt);

}  // namespace blocks
}  // namespace loomscope
