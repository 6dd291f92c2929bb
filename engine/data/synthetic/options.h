// SPDX-License-Identifier: Apache-2.0
// The key=value part of synthetic:NAME?key=value&…
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>

namespace loomscope {

/// Whole numbers from `low` to `high`, both included. A single number has both the same.
struct NumberRange {
    std::int64_t low = 0;
    std::int64_t high = 0;

    bool operator==(const NumberRange&) const = default;
};

/// One key of a synthetic set. Keys whose default is a range take "5..40" or one number.
struct SyntheticKey {
    enum class Kind : std::uint8_t { kNumber, kRange };
    std::string_view name;
    Kind kind = Kind::kNumber;
    NumberRange value;  ///< the default
    NumberRange allowed;
    std::string_view help;
};

/// The values of all keys of a set, given or default.
class SyntheticOptions {
public:
    /// Reads "key=value&key=value"; an empty text gives the defaults. Errors: kInvalid, naming key, value and
    /// what is known.
    [[nodiscard]] static Result<SyntheticOptions> parse(std::string_view set, std::string_view text,
                                                        std::span<const SyntheticKey> keys);

    [[nodiscard]] std::int64_t number(std::string_view key) const { return range(key).low; }
    [[nodiscard]] NumberRange range(std::string_view key) const;

private:
    std::map<std::string, NumberRange, std::less<>> values_;
};

}  // namespace loomscope
