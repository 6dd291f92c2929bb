// SPDX-License-Identifier: Apache-2.0
#include "engine/data/synthetic/options.h"

#include "engine/base/check.h"
#include "engine/base/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <vector>

namespace loomscope {

namespace {

std::optional<std::int64_t> parseNumber(std::string_view text) {
    std::int64_t number = 0;
    const auto [rest, code] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (code != std::errc() || rest != text.data() + text.size()) {
        return std::nullopt;
    }
    return number;
}

std::optional<NumberRange> parseRange(std::string_view text, SyntheticKey::Kind kind) {
    const std::size_t dots = kind == SyntheticKey::Kind::kRange ? text.find("..") : std::string_view::npos;
    const auto low = parseNumber(text.substr(0, dots));
    const auto high = dots == std::string_view::npos ? low : parseNumber(text.substr(dots + 2));
    if (!low || !high) {
        return std::nullopt;
    }
    return NumberRange{*low, *high};
}

Error wrongValue(std::string_view set, const SyntheticKey& key, std::string_view value) {
    const bool isRange = key.kind == SyntheticKey::Kind::kRange;
    return {.code = ErrorCode::kInvalid,
            .message = fmt::format("synthetic:{}: {}={} is not possible: {} takes {} from {} to {} ({})", set,
                                   key.name, value, key.name,
                                   isRange ? "a number or a range such as 5..40" : "a whole number",
                                   key.allowed.low, key.allowed.high, key.help)};
}

}  // namespace

Result<SyntheticOptions> SyntheticOptions::parse(std::string_view set, std::string_view text,
                                                 std::span<const SyntheticKey> keys) {
    SyntheticOptions options;
    for (const SyntheticKey& key : keys) {
        options.values_.emplace(key.name, key.value);
    }
    while (!text.empty()) {
        const std::string_view part = text.substr(0, text.find('&'));
        text.remove_prefix(std::min(text.size(), part.size() + 1));
        const std::size_t equals = std::min(part.find('='), part.size());
        const std::string_view name = part.substr(0, equals);
        const std::string_view value = part.substr(std::min(part.size(), equals + 1));
        const auto key = std::ranges::find(keys, name, &SyntheticKey::name);
        if (key == keys.end()) {
            std::vector<std::string_view> known;
            std::ranges::transform(keys, std::back_inserter(known), &SyntheticKey::name);
            return fail(ErrorCode::kInvalid,
                        fmt::format("synthetic:{} has no key '{}' (did you mean {}?). Its keys are {}", set,
                                    name, nearestName(name, known), joinNames(known)));
        }
        const auto range = parseRange(value, key->kind);
        if (!range || range->low > range->high || range->low < key->allowed.low ||
            range->high > key->allowed.high) {
            return fail(wrongValue(set, *key, value));
        }
        options.values_.find(name)->second = *range;
    }
    return options;
}

NumberRange SyntheticOptions::range(std::string_view key) const {
    const auto found = values_.find(key);
    LOOM_CHECK(found != values_.end(), std::string(key));
    return found->second;
}

}  // namespace loomscope
