// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace loomscope {

/// How a store is opened. Reading never changes the file; writing creates, migrates and mends it.
enum class OpenMode : std::uint8_t { kReadOnly, kReadWrite };

}  // namespace loomscope
