// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace loomscope {

/// Returns eight random letters and digits that are hard to mistake for one another, the first a letter. Not
/// seeded: two stores shall not give the same key to two runs.
[[nodiscard]] std::string randomRunKey();

}  // namespace loomscope
