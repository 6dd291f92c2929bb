// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/policies/depth.h"

#include "engine/schedule/graph_arrays.h"

#include <algorithm>

namespace loomscope {

bool comesBefore(const SignatureTable& table, SignatureId a, SignatureId b) {
    const int order = signatureName(table, a).compare(signatureName(table, b));
    return order != 0 ? order < 0 : a < b;
}

std::size_t chooseByDepth(const Graph& graph, std::span<const GroupState> ready) {
    const SignatureTable& table = *graph.signatures();
    const auto best = std::ranges::min_element(ready, [&table](const GroupState& a, const GroupState& b) {
        return a.depth != b.depth ? a.depth < b.depth : comesBefore(table, a.signature, b.signature);
    });
    return static_cast<std::size_t>(best - ready.begin());
}

}  // namespace loomscope
