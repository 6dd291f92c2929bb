// SPDX-License-Identifier: Apache-2.0
// What to tell a person who named something that does not exist.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace loomscope {

/// Returns the known name with the smallest edit distance to `name` (the first of several); empty if none is
/// known.
[[nodiscard]] std::string_view nearestName(std::string_view name, std::span<const std::string_view> known);

/// Returns "a, b, c".
[[nodiscard]] std::string joinNames(std::span<const std::string_view> names);

}  // namespace loomscope
