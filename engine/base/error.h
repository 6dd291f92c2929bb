// SPDX-License-Identifier: Apache-2.0
// What went wrong, said so that a person can act on it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loomscope {

/// The kind of a failure. Programs choose by it; people read Error::text().
enum class ErrorCode {
    kNotFound,
    kParse,
    kType,
    kShape,
    kIo,
    kVersion,
    kDevice,
    kCancelled,
    kResource,
    kInvalid,
    kInternal,
};

/// A place in something the user wrote. Numbers start at 1; 0 means unknown.
struct SourcePosition {
    std::string file;
    std::int64_t record = 0;
    std::int64_t line = 0;
    std::int64_t column = 0;

    bool operator==(const SourcePosition&) const = default;
};

/// An expected failure: what, where, and what was being done.
struct Error {
    ErrorCode code = ErrorCode::kInternal;
    std::string message;
    std::vector<std::string> context;
    std::optional<SourcePosition> position;

    /// Returns the error with one more outer step of what was being done ("reading run 12").
    [[nodiscard]] Error withContext(std::string step) &&;

    /// Returns one readable line: context from outer to inner, position, message.
    [[nodiscard]] std::string text() const;
};

/// Returns the code's name as it stands in logs and JSON ("not_found").
[[nodiscard]] std::string_view name(ErrorCode code);

}  // namespace loomscope
