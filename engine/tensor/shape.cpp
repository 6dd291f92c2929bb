// SPDX-License-Identifier: Apache-2.0
#include "engine/tensor/shape.h"

namespace loomscope {

std::string Shape::text() const {
    std::string text = "[";
    for (int axis = 0; axis < rank_; ++axis) {
        text += (axis > 0 ? ", " : "") + std::to_string((*this)[axis]);
    }
    return text + "]";
}

}  // namespace loomscope
