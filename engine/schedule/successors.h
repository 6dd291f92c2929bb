// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/graph_arrays.h"

#include <cstdint>
#include <span>
#include <vector>

namespace loomscope {

/// Who waits for whom: ArgumentNodes turned round.
struct Successors {
    std::vector<std::uint32_t> first;  ///< by node, and one more: the end
    std::vector<std::uint32_t> nodes;
    std::vector<std::uint32_t> waiting;  ///< by node: its arguments, repeats included

    [[nodiscard]] std::span<const std::uint32_t> of(std::size_t node) const {
        return std::span(nodes).subspan(first[node], first[node + 1] - first[node]);
    }
};
/// Linear.
[[nodiscard]] Successors findSuccessors(const ArgumentNodes& arguments);

}  // namespace loomscope
