// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/policies/agenda.h"

#include <algorithm>
#include <tuple>

namespace loomscope {

std::size_t AgendaPolicy::choose(const Graph&, std::span<const GroupState> ready) const {
    const auto rank = [](const GroupState& group) {
        return std::tuple(group.meanDepth, group.isProduct, group.signature);
    };
    return static_cast<std::size_t>(std::ranges::min_element(ready, {}, rank) - ready.begin());
}

}  // namespace loomscope
