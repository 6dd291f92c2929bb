// SPDX-License-Identifier: Apache-2.0
// Which reader a file is for.
#pragma once

#include "engine/base/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace loomscope {

enum class FileFormat { kBrackets, kTable };

/// Chooses by the name the user gave, else by the file's extension, else by its content: brackets or a table.
/// Errors: kInvalid for a name that is not known or a format that can't be read yet, kParse for bytes that
/// are no text.
[[nodiscard]] Result<FileFormat> chooseFormat(const std::string& path, std::string_view content,
                                              const std::optional<std::string>& asked);

}  // namespace loomscope
