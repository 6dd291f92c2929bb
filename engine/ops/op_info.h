// SPDX-License-Identifier: Apache-2.0
// What the graph, the schedulers and the workbench know of an op. Derived from the op structs by op_list.h.
#pragma once

#include "engine/base/result.h"
#include "engine/tensor/shape.h"

#include <array>
#include <bit>
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
    std::int32_t third = 0;
    std::int32_t fourth = 0;
};

/// By the bits, as they are hashed: 0 and −0 are different constants.
inline bool operator==(const Attributes& a, const Attributes& b) {
    using Bits = std::array<std::uint32_t, sizeof(Attributes) / sizeof(std::uint32_t)>;
    return std::bit_cast<Bits>(a) == std::bit_cast<Bits>(b);
}

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

/// How many arguments an op takes.
enum class Arity : std::uint8_t {
    kFixed,     ///< exactly those of OpInfo::arguments
    kVariadic,  ///< any number of rows; number and shapes are part of the signature (concatenate)
    kList,  ///< any number of rows of one shape; the number is no part of the signature: rows of different
            ///< length share a batch (sum, mean)
};

/// Everything that is known of an op without running it.
struct OpInfo {
    std::string_view name;
    Arity arity = Arity::kFixed;
    /// Kinds of the fixed arguments; empty for the other arities, which take rows only.
    std::span<const ArgumentKind> arguments;
    std::uint8_t numOutputs = 1;
    Payload payload = Payload::kNone;
    /// Output shapes from argument shapes and attributes; an error says which shape was expected.
    Result<std::vector<Shape>> (*inferShapes)(std::span<const Shape> arguments,
                                              const Attributes& attributes) = nullptr;
    /// Integer payloads must be below this: rows of the table, number of classes, extent of an axis. Null:
    /// any integer will do.
    std::int64_t (*payloadLimit)(std::span<const Shape> arguments, const Attributes& attributes) = nullptr;
    /// The numbers of the second argument must be whole, not negative and below this. Null: they are no
    /// indices.
    std::int64_t (*indexLimit)(std::span<const Shape> arguments, const Attributes& attributes) = nullptr;
};

/// True if the op's work is a matrix product.
[[nodiscard]] bool isProduct(OpId op);

/// Number of ops in the list. Ids are 0 … numOps()−1.
[[nodiscard]] int numOps();
[[nodiscard]] const OpInfo& opInfo(OpId op);
/// Finds an op by name ("tanh").
[[nodiscard]] std::optional<OpId> findOp(std::string_view name);

}  // namespace loomscope
