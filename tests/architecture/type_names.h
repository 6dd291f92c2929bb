// SPDX-License-Identifier: GPL-3.0-or-later
// Which types a file defines for the whole program.
#pragma once

#include <string>
#include <vector>

namespace loomscope {

/// Returns the classes, structs and enumerations that a file defines in a named namespace: not in an unnamed
/// one, not inside a class or function. Specialisations of templates are left out.
[[nodiscard]] std::vector<std::string> findTypeNames(const std::vector<std::string>& lines);

}  // namespace loomscope
