// SPDX-License-Identifier: Apache-2.0
// Work on many records at once.
#pragma once

#include "engine/base/job_control.h"

#include <cstddef>
#include <functional>

namespace loomscope {

/// Calls `work` once for each index below `count`, on up to four threads, and says how far it is. False if it
/// was asked to stop; then some were left out. What is done for an index must not depend on the others.
[[nodiscard]] bool forEachRecord(std::size_t count, const std::function<void(std::size_t)>& work,
                                 const JobControl& control);

}  // namespace loomscope
