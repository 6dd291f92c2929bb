// SPDX-License-Identifier: Apache-2.0
// JSON text as a flat list of values that know where they stand. No recursion, so no depth is too much.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace loomscope {

/// One value. The links are indices into JsonDocument::values, −1 for none.
struct JsonValue {
    enum class Kind : std::uint8_t { kNull, kBoolean, kNumber, kString, kArray, kObject };
    Kind kind = Kind::kNull;
    std::int32_t parent = -1;
    std::int32_t firstChild = -1;
    std::int32_t lastChild = -1;
    std::int32_t nextSibling = -1;
    std::size_t offset = 0;  ///< byte at which it begins
    std::string_view key;    ///< of a member of an object
    std::string_view text;   ///< of a string without escapes, of a number or a boolean as written
};

/// The values in the order of the text; the first is the whole. Borrows the text.
struct JsonDocument {
    std::vector<JsonValue> values;
    std::deque<std::string> unescaped;  ///< owns the strings that had escapes
    std::size_t end = 0;                ///< byte behind the whole value

    [[nodiscard]] const JsonValue& at(std::int32_t index) const {
        return values[static_cast<std::size_t>(index)];
    }
    /// Index of the last member with this key, as readers of JSON commonly take it, or −1.
    [[nodiscard]] std::int32_t member(std::int32_t object, std::string_view key) const;
    /// The way from the whole to a value, as a JSON pointer: "/children/1/name"; "/" for the whole.
    [[nodiscard]] std::string pathOf(std::int32_t index) const;
};

/// Reads the value at the start of a text; what follows it is the caller's business. Errors: kParse with the
/// column counted from the start of the text in bytes, from 1. Cost: linear.
[[nodiscard]] Result<JsonDocument> parseJson(std::string_view text);

}  // namespace loomscope
