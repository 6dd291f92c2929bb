// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/successors.h"

namespace loomscope {

Successors findSuccessors(const ArgumentNodes& arguments) {
    const std::size_t numNodes = arguments.first.size() - 1;
    Successors result;
    result.first.assign(numNodes + 1, 0);
    for (const std::uint32_t producer : arguments.nodes) {
        ++result.first[producer];
    }
    for (std::size_t node = 1; node <= numNodes; ++node) {
        result.first[node] += result.first[node - 1];
    }
    result.nodes.resize(arguments.nodes.size());
    result.waiting.resize(numNodes);
    // first[] holds the ends now; filling from the back turns them into the beginnings.
    for (std::size_t node = numNodes; node-- > 0;) {
        const std::span<const std::uint32_t> producers = arguments.of(node);
        result.waiting[node] = static_cast<std::uint32_t>(producers.size());
        for (const std::uint32_t producer : producers) {
            result.nodes[--result.first[producer]] = static_cast<std::uint32_t>(node);
        }
    }
    return result;
}

}  // namespace loomscope
