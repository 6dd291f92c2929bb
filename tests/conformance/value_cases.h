// SPDX-License-Identifier: GPL-3.0-or-later
// Values and gradients worked out by hand, above all where a formula is at its limit.
#pragma once

#include "engine/ops/op_info.h"

#include <string_view>
#include <vector>

namespace loomscope {

struct ValueCase {
    struct Argument {
        Shape shape;
        std::vector<float> numbers;
    };

    std::string_view op;
    std::vector<Argument> arguments;
    Attributes attributes;
    std::int32_t payload = 0;
    std::vector<float> value;
    /// Of each argument, for the sum of all outputs; empty: not checked.
    std::vector<std::vector<float>> gradients;
    /// Factors of the outputs in that sum; all 1 if empty.
    std::vector<float> weights;
};

[[nodiscard]] std::vector<ValueCase> elementwiseValues();
[[nodiscard]] std::vector<ValueCase> reductionValues();
[[nodiscard]] std::vector<ValueCase> lossValues();
[[nodiscard]] std::vector<ValueCase> selectionValues();
[[nodiscard]] std::vector<ValueCase> contractionValues();

}  // namespace loomscope
