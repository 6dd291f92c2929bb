// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace loomscope {

/// Returns the time now as the store keeps it, "2026-12-01T02:55:41.123Z". Sorts as text.
[[nodiscard]] std::string utcNow();

}  // namespace loomscope
