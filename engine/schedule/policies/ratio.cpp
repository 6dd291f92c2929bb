// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/policies/ratio.h"

#include <algorithm>
#include <tuple>

namespace loomscope {

std::size_t RatioPolicy::choose(const Graph&, std::span<const GroupState> ready) const {
    const auto rank = [](const GroupState& group) {
        return std::tuple(-static_cast<double>(group.numReady) / static_cast<double>(group.numFrontier),
                          -group.numReady, group.meanDepth, group.signature);
    };
    return static_cast<std::size_t>(std::ranges::min_element(ready, {}, rank) - ready.begin());
}

}  // namespace loomscope
