// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/fsm/fsm_table.h"

#include <cstdint>
#include <memory>

namespace loomscope {

class FsmMachine;

/// How a machine learns.
struct FsmTraining {
    FsmEncoding encoding = FsmEncoding::kSorted;
    std::uint64_t seed = 1;
    std::int64_t episodes = 1000;     ///< at most
    std::int64_t nodes = 10'000'000;  ///< at most, over all episodes
};

/// What people may choose about policies. Each policy reads its own part.
struct PolicyOptions {
    std::int64_t beam = 8;                      ///< lookahead: states that are followed at once
    double timeLimit = 1.0;                     ///< optimal: seconds for a graph
    std::shared_ptr<const FsmMachine> machine;  ///< fsm; null: it learns one
    FsmTraining training;                       ///< fsm without a machine
};

}  // namespace loomscope
