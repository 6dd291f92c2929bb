// SPDX-License-Identifier: Apache-2.0
// One string of a JSON text.
#pragma once

#include "engine/base/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace loomscope {

/// A string in double quotes.
struct JsonString {
    std::string_view text;                 ///< between the quotes, if it has no escapes
    std::optional<std::string> unescaped;  ///< what it says, if it has
    std::size_t end = 0;                   ///< byte behind the closing quote
};

/// Reads the string whose opening quote stands at `start`. Half of a surrogate pair becomes U+FFFD. Errors:
/// kParse with the column in bytes: an unknown escape, a control character, no closing quote.
[[nodiscard]] Result<JsonString> readJsonString(std::string_view text, std::size_t start);

}  // namespace loomscope
