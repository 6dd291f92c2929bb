// SPDX-License-Identifier: Apache-2.0
#include "engine/exec/packed_weights.h"

#include "engine/ops/op_list.h"

namespace loomscope {

namespace {

/// A weight is worth laying out from so many rows a step. What counts are launches of few rows, where the
/// library falls far below its best rate, and for large weights all.
constexpr std::int64_t kFewRows = 48;
constexpr std::int64_t kLargeWeight = 500'000;
constexpr std::array<std::int64_t, 2> kWorthRows{150, 48};  // by Transpose

/// Rows and columns of the weight, or of its transpose.
std::array<std::int64_t, 2> extents(const Shape& shape, Transpose transpose) {
    return transpose == Transpose::kYes ? std::array<std::int64_t, 2>{shape[1], shape[0]}
                                        : std::array<std::int64_t, 2>{shape[0], shape[1]};
}

}  // namespace

void PackedWeights::collect(const MemoryPlan& plan, const ParameterStore& parameters, const Device& device) {
    for (const Transpose transpose : {Transpose::kNo, Transpose::kYes}) {
        Side& side = sides_[static_cast<std::size_t>(transpose)];
        side.weights.assign(parameters.parameters().size(), {});
        side.floats = 0;
        for (const Launch& launch : plan.launches) {
            if (launch.kind == Launch::Kind::kOp && isProduct(launch.op)) {
                const Operand& weight = plan.operandsOf(launch)[1];
                if (launch.rows < kFewRows || weight.shape.size() >= kLargeWeight) {
                    side.weights[weight.parameter.index()].rows += launch.rows;
                }
            }
        }
        for (std::size_t i = 0; i < side.weights.size(); ++i) {
            Weight& weight = side.weights[i];
            if (weight.rows >= kWorthRows[static_cast<std::size_t>(transpose)]) {
                const auto [k, n] = extents(parameters.parameters()[i].shape, transpose);
                weight.place = side.floats;
                side.floats += device.packedFloats(k, n);
            }
        }
    }
}

const float* PackedWeights::find(ParameterId id, Transpose transpose, const ParameterStore& parameters,
                                 Device& device) {
    Side& side = sides_[static_cast<std::size_t>(transpose)];
    Weight& weight = side.weights[id.index()];
    // Forward alone leaves the transposed ones without memory.
    if (weight.rows < kWorthRows[static_cast<std::size_t>(transpose)] || !side.arena.reserve(side.floats)) {
        return nullptr;
    }
    float* packed = side.arena.data() + weight.place;
    if (!weight.isPacked) {
        const Shape& shape = parameters.parameter(id).shape;
        const auto [k, n] = extents(shape, transpose);
        device.pack({.transpose = transpose, .data = parameters.values(id).data(), .stride = shape[1]}, k, n,
                    packed);
        weight.isPacked = true;
    }
    return packed;
}

}  // namespace loomscope
