// SPDX-License-Identifier: Apache-2.0
// The double reference of each op, from the same declarations as every driver.
#pragma once

#include "engine/ops/row_call.h"

namespace loomscope {

/// Forward and backward of one row in double precision. backward adds; dx entries may be null.
struct ReferenceKernel {
    void (*forward)(const RowCall<double>&) = nullptr;
    void (*backward)(const RowCall<double>&, const RowGradient<double>&) = nullptr;
};
[[nodiscard]] const ReferenceKernel& referenceKernel(OpId op);

}  // namespace loomscope
