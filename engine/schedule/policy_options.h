// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace loomscope {

/// What people may choose about policies. Each policy reads its own part.
struct PolicyOptions {
    std::int64_t beam = 8;   ///< lookahead: states that are followed at once
    double timeLimit = 1.0;  ///< optimal: seconds for a graph
};

}  // namespace loomscope
