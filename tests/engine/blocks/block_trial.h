// SPDX-License-Identifier: GPL-3.0-or-later
// Compiles a block, runs it on a JSON value, and gives what came out: numbers, depth, or the error.
#pragma once

#include "engine/blocks/compiled_block.h"
#include "engine/params/parameter_store.h"

#include <string>
#include <string_view>

namespace loomscope {

/// What a trial gave. `text` is the value as JSON ("[1, 2]"), or the error's text.
struct BlockTrial {
    bool isDone = false;
    std::string text;
    int depth = 0;        ///< longest chain of nodes, what a schedule by depth needs
    std::string metrics;  ///< "name: [1, 2]; …"
};

/// `words`, `numClasses`: see BlockContext. The value runs alone and, where it makes a graph, twice in one
/// batch by Fold's policy: both must agree.
[[nodiscard]] BlockTrial tryBlock(const Block& block, std::string_view json = "null",
                                  BlockContext context = {});

}  // namespace loomscope
