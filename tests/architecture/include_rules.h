// SPDX-License-Identifier: GPL-3.0-or-later
// Which file may include what: the arrows between the layers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace loomscope {

/// One `#include`: the text between its quotes or angle brackets.
struct Include {
    std::string target;
    bool isQuoted = false;
    int line = 0;
};

/// Returns the includes of a file.
[[nodiscard]] std::vector<Include> findIncludes(const std::vector<std::string>& lines);

/// Returns why a file may not include a target, or an empty text if it may. `path` is relative to the
/// repository.
[[nodiscard]] std::string whyForbidden(std::string_view path, const Include& include);

}  // namespace loomscope
