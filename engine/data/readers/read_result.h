// SPDX-License-Identifier: Apache-2.0
// What every reader gives back.
#pragma once

#include "engine/data/dataset.h"

#include <memory>
#include <vector>

namespace loomscope {

/// The records of one file, what is true of all of them, and what could not be used.
struct ReadResult {
    DatasetInfo info;
    std::vector<std::shared_ptr<const Example>> examples;
    ReadReport report;
};

}  // namespace loomscope
