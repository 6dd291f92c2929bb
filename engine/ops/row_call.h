// SPDX-License-Identifier: Apache-2.0
// One op on one row: how the double reference calls it, and what the plain CPU driver loops over.
#pragma once

#include "engine/ops/op_info.h"
#include "engine/tensor/shape.h"

#include <cstdint>
#include <span>

namespace loomscope {

/// The arguments of one row of one op. T is double for the reference and float for drivers.
template <class T>
struct RowCall {
    std::span<const T* const> x;     ///< inputs
    std::span<const Shape> shapes;   ///< their shapes
    std::span<T* const> y;           ///< outputs
    std::span<const Shape> outputs;  ///< their shapes
    const Attributes* attributes = nullptr;
    std::int32_t payload = 0;     ///< integer payload
    const float* data = nullptr;  ///< float payload
    std::uint64_t seed = 0;       ///< of this run, for dropout

    [[nodiscard]] std::int64_t width(std::size_t input) const { return shapes[input].size(); }
    [[nodiscard]] std::int64_t outputWidth(std::size_t output = 0) const { return outputs[output].size(); }
};

/// Backward of one row: adds to dx what the output gradients dy send there. dx[i] is null where none is
/// wanted.
template <class T>
struct RowGradient {
    std::span<const T* const> dy;
    std::span<T* const> dx;
};

}  // namespace loomscope
