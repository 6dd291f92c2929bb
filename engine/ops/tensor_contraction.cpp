// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/tensor_contraction.h"

#include <fmt/format.h>

namespace loomscope {

Result<std::vector<Shape>> inferContraction(const Shape& tensor, const Shape& last, const Shape* middle,
                                            const Shape* bias) {
    const bool fits =
        tensor.rank() == 3 && last == Shape{tensor[2]} && (middle == nullptr || *middle == Shape{tensor[1]});
    if (!fits) {
        return fail(ErrorCode::kShape,
                    middle == nullptr
                        ? "the tensor must have three axes, the last as long as the vector"
                        : "the tensor must have three axes, the last two as long as the vectors");
    }
    const Shape output = middle == nullptr ? Shape{tensor[0], tensor[1]} : Shape{tensor[0]};
    if (bias != nullptr && *bias != output) {
        return fail(ErrorCode::kShape, fmt::format("the bias must have the shape {}", output.text()));
    }
    return std::vector{output};
}

}  // namespace loomscope
