// SPDX-License-Identifier: Apache-2.0
// Files packed by gzip.
#pragma once

#include "engine/base/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace loomscope {

/// Returns the text of a gzip file, or nothing if `bytes` are none.
/// Errors: kParse if it is damaged, kResource above 1 GiB.
[[nodiscard]] Result<std::optional<std::string>> unpackGzip(std::string_view bytes);

}  // namespace loomscope
