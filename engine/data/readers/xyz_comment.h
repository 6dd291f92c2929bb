// SPDX-License-Identifier: Apache-2.0
// The comment of an extended XYZ frame.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace loomscope {

/// The pairs key=value of a comment, values without their quotes; none if the comment is plain text.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> readXyzComment(std::string_view comment);

/// Which columns of an atom line hold the symbol and the position.
struct XyzColumns {
    std::size_t symbol = 0;
    std::size_t position = 1;
};

/// Reads a list of columns ("species:S:1:pos:R:3:forces:R:3"); where it names neither, the usual places.
[[nodiscard]] XyzColumns readXyzColumns(std::string_view properties);

}  // namespace loomscope
