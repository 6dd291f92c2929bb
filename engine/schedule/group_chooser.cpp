// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/group_chooser.h"

#include "engine/base/check.h"

#include <algorithm>
#include <tuple>

namespace loomscope {

std::size_t OrderChooser::choose(std::span<const GroupState> ready) {
    const auto place = next_ < order_.size()
                           ? std::ranges::find(ready, order_[next_++], &GroupState::signature)
                           : std::ranges::min_element(ready, {}, [](const GroupState& group) {
                                 return std::tuple(group.meanDepth, group.signature);
                             });
    LOOM_CHECK(place != ready.end(), "the order names a group that is not ready");
    return static_cast<std::size_t>(place - ready.begin());
}

}  // namespace loomscope
