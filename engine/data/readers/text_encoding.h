// SPDX-License-Identifier: Apache-2.0
// Bytes of a file as UTF-8 text, whatever its writer used.
#pragma once

#include "engine/data/dataset.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loomscope {

/// Text that readers can trust to be UTF-8 without a byte order mark. Borrows the source where it was already
/// so.
struct DecodedText {
    std::string_view source;
    std::optional<std::string> converted;
    std::vector<ReadProblem>
        warnings;  ///< one a line with bytes that are not UTF-8, or one for a UTF-16 file

    [[nodiscard]] std::string_view text() const { return converted ? std::string_view(*converted) : source; }
};

/// Strips a byte order mark; converts UTF-16 if a mark announces it; takes bytes that are not UTF-8 as
/// Windows-1252 (which is Latin-1 with printable characters for 0x80 … 0x9F), and says so. `bytes` must
/// outlive the result.
[[nodiscard]] DecodedText decodeText(std::string_view bytes);

/// Bytes of the valid UTF-8 character at the start of `text`, or 0 if there is none.
[[nodiscard]] std::size_t utf8Length(std::string_view text);

/// Characters in a valid UTF-8 text.
[[nodiscard]] std::int64_t countCharacters(std::string_view text);

}  // namespace loomscope
