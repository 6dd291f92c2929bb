// SPDX-License-Identifier: Apache-2.0
// One op on all rows of a batch: what a device's kernel is called with.
#pragma once

#include "engine/ops/op_info.h"
#include "engine/tensor/device.h"

#include <cstdint>
#include <span>

namespace loomscope {

/// How a launch reads one argument.
enum class OperandKind : std::uint8_t {
    kShared,      ///< one parameter for all rows
    kContiguous,  ///< the rows lie behind each other
    kGathered,    ///< each row has its own place
    kList,        ///< each row has a list of places (sum, mean)
};

/// One argument of a kernel, with pointers.
struct BatchOperand {
    OperandKind kind = OperandKind::kContiguous;
    Shape shape;                          ///< of one row, or of the parameter
    std::int64_t width = 0;               ///< floats of one row
    const float* value = nullptr;         ///< kShared, kContiguous: first number; else start of the arena
    float* gradient = nullptr;            ///< likewise; null if no gradient is wanted, and for kShared
    const std::uint32_t* rows = nullptr;  ///< kGathered, kList: places in the arena
    const std::uint32_t* bounds =
        nullptr;                   ///< kList: row r has places rows[bounds[r]] … rows[bounds[r + 1] − 1]
    bool isOnlyUse = false;        ///< the gradient is assigned, not added
    bool mayRepeat = false;        ///< a place may occur twice: add on one thread
    float* replacement = nullptr;  ///< the values, if only this launch reads them: forward may leave there
                                   ///< what backward needs

    /// Where row `row` starts, in floats from `value` or `gradient`.
    [[nodiscard]] std::int64_t place(std::int64_t row) const {
        switch (kind) {
            case OperandKind::kShared:
                return 0;
            case OperandKind::kContiguous:
                return row * width;
            case OperandKind::kGathered:
            case OperandKind::kList:
                break;
        }
        return rows[row];
    }
};

/// One result of a kernel: rows behind each other. Before backward, `gradient` holds the sum over all its
/// uses.
struct BatchOutput {
    Shape shape;
    std::int64_t width = 0;
    float* value = nullptr;
    float* gradient = nullptr;
};

struct BatchCall {
    std::int64_t rows = 0;
    std::span<const BatchOperand> x;
    std::span<const BatchOutput> y;
    const Attributes* attributes = nullptr;
    const std::int32_t* payloads =
        nullptr;  ///< one a row; for float payloads the index of a row's first number in `data`
    const float* data = nullptr;
    const float* packedWeight = nullptr;  ///< of a product: the weight, in backward its transpose, as
                                          ///< Device::pack lays it out; or null
    std::uint64_t seed = 0;
    Device* device = nullptr;
};

/// The kernels of one op on one device. backward fills in the gradients of row arguments only; those of
/// parameters are made once a step by parameterGradient, over all rows at once (null for ops without
/// parameters): it adds to gradients[i], the gradient of shared argument i of the call.
struct Kernel {
    void (*forward)(const BatchCall&) = nullptr;
    void (*backward)(const BatchCall&) = nullptr;
    void (*parameterGradient)(const BatchCall&, std::span<float* const> gradients) = nullptr;
};

/// The CPU's kernel of an op.
[[nodiscard]] const Kernel& cpuKernel(OpId op);

}  // namespace loomscope
