// SPDX-License-Identifier: GPL-3.0-or-later
// How long functions are, without a compiler: by braces, in text that clang-format has laid out.
#pragma once

#include <string>
#include <vector>

namespace loomscope {

/// A function definition, from the first line of its declaration to its closing brace.
struct FunctionLength {
    std::string name;
    int firstLine = 0;
    int numLines = 0;
};

/// Returns the function definitions of a C++ file in order. Lambdas and local classes count as part of the
/// function around them; macros are not looked at.
[[nodiscard]] std::vector<FunctionLength> measureFunctions(const std::vector<std::string>& lines);

}  // namespace loomscope
