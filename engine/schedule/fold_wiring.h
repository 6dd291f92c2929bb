// SPDX-License-Identifier: Apache-2.0
// Fold's row layout as a value (Looks et al., 2017): at each depth and for each tensor type a block of rows,
// and for each op's argument the rows that it reads. Loomscope's executor does not need it; people who look
// at Fold do.
#pragma once

#include "engine/graph/graph.h"
#include "engine/schedule/schedule.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace loomscope {

/// An op as Fold counts them: one signature, or the identity of one tensor type.
struct FoldOp {
    std::string name;
    SignatureId signature;  ///< invalid for an identity
    std::vector<std::uint32_t>
        arguments;  ///< tensor types of row arguments; a list op has one for all its rows
    std::vector<std::uint32_t> outputs;  ///< tensor types
    std::uint32_t firstColumn = 0;       ///< of its arguments, over all ops

    bool operator==(const FoldOp&) const = default;
};

/// Rows of a type at a depth: identity rows first, then op by op, output by output, in the order of the
/// calls. All ids are indices: depth 0 … numDepths()−1; types by shape; ops: identities by type, then by name
/// and signature.
class FoldWiring {
public:
    explicit FoldWiring(const Graph& graph);

    [[nodiscard]] std::uint32_t numDepths() const { return numDepths_; }
    [[nodiscard]] std::span<const Shape> types() const { return types_; }
    [[nodiscard]] std::span<const FoldOp> ops() const { return ops_; }
    /// The values whose rows make up the state of `type` after `depth`.
    [[nodiscard]] std::span<const ValueId> rows(std::uint32_t depth, std::uint32_t type) const;
    /// For each call of `op` at `depth` (1 …) the row of the state of depth−1 that `argument` reads.
    [[nodiscard]] std::span<const std::uint32_t> wiring(std::uint32_t depth, std::uint32_t op,
                                                        std::uint32_t argument) const;
    /// Rows of the last state that are the graph's outputs of `type`: the values that nobody reads.
    [[nodiscard]] std::span<const std::uint32_t> outputs(std::uint32_t type) const { return outputs_[type]; }

    bool operator==(const FoldWiring&) const = default;

private:
    class Builder;

    std::uint32_t numDepths_ = 0;
    std::uint32_t numColumns_ = 0;
    std::vector<Shape> types_;
    std::vector<FoldOp> ops_;
    std::vector<ValueId> rows_;
    std::vector<std::uint32_t> firstRow_;  // by depth and type, and one more
    std::vector<std::uint32_t> wires_;
    std::vector<std::uint32_t> firstWire_;  // by depth from 1 and column, and one more
    std::vector<std::vector<std::uint32_t>> outputs_;
};

}  // namespace loomscope
