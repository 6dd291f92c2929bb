// SPDX-License-Identifier: GPL-3.0-or-later
// One case an op: how to call it in a test. A test fails if an op of the list has none.
#pragma once

#include "engine/ops/op_info.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace loomscope {

struct OpCase {
    std::string_view op;
    /// Shapes of the arguments; a parameter where the op takes one. For a list op: shape of an item.
    std::vector<Shape> arguments;
    Attributes attributes;
    /// Integer payloads are drawn below this; 0: the op has none.
    std::int32_t payloadLimit = 0;
    /// Arguments are drawn from [low, high].
    float low = -2.0F;
    float high = 2.0F;
    /// The argument that holds indices below indexLimit, if there is one.
    std::optional<std::size_t> indices = std::nullopt;
    std::int32_t indexLimit = 0;
    /// Added to the diagonal of square matrices, so that they can be inverted.
    float diagonal = 0.0F;
    /// A list has at least so many items.
    int fewestItems = 0;
    /// False if what backward gives is not the derivative.
    bool hasDerivative = true;
};

/// All cases.
[[nodiscard]] std::span<const OpCase> opCases();
/// Those of mathematics, activations, broadcasting, sources and noise.
[[nodiscard]] std::vector<OpCase> elementwiseCases();
/// Those of ops that reduce, compare, select and contract.
[[nodiscard]] std::vector<OpCase> rowwiseCases();

}  // namespace loomscope
