// SPDX-License-Identifier: Apache-2.0
// What the graph, the schedulers and the workbench know of an op. Derived from the op structs by op_list.h.
#pragma once

#include "engine/base/result.h"
#include "engine/tensor/shape.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace loomscope {

/// Position in the op list. Never stored in a file: files store names.
enum class OpId : std::uint16_t {};

/// The constants of a node that belong to its op: rates, bounds, factors. Part of the signature, all of them.
struct Attributes {
    float real = 0.0F;
    std::int32_t first = 0;
    std::int32_t second = 0;

    bool operator==(const Attributes&) const = default;
};

/// What a node carries that may differ between nodes of one batch, and so is no part of the signature.
enum class Payload : std::uint8_t {
    kNone,
    kInteger,  ///< one integer: a row of a table, a class, a random stream
    kFloats,   ///< as many numbers as the output has: input data
};

/// How an op takes its arguments.
enum class ArgumentKind : std::uint8_t {
    kRows,       ///< one row per node of the batch
    kParameter,  ///< one parameter shared by the whole batch; its identity is part of the signature
};

/// Everything that is known of an op without running it.
struct OpInfo {
    std::string_view name;
    /// Kinds of the fixed arguments; for a list op, the kind of every argument.
    std::span<const ArgumentKind> arguments;
    /// True if the op takes any number of row arguments of one shape (sum, mean). The number is no part of the
    /// signature: rows of different length share a batch.
    bool isList = false;
    std::uint8_t numOutputs = 1;
    Payload payload = Payload::kNone;
    /// Output shapes from argument shapes and attributes; an error says which shape was expected.
    Result<std::vector<Shape>> (*inferShapes)(std::span<const Shape> arguments, const Attributes& attributes) = nullptr;
};

/// Number of ops in the list. Ids are 0 … numOps()−1.
[[nodiscard]] int numOps();
[[nodiscard]] const OpInfo& opInfo(OpId op);
/// Finds an op by name ("tanh").
[[nodiscard]] std::optional<OpId> findOp(std::string_view name);

}  // namespace loomscope
