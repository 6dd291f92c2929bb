// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/policies/none.h"

namespace loomscope {

std::size_t NonePolicy::choose(const Graph&, std::span<const GroupState>) const {
    return 0;
}

}  // namespace loomscope
