// SPDX-License-Identifier: Apache-2.0
#include "engine/data/readers/json_string.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>

namespace loomscope {

namespace {

constexpr std::uint32_t kReplacement = 0xFFFD;

tl::unexpected<Error> failAt(std::size_t offset, std::string message) {
    return fail(ErrorCode::kParse, std::move(message), {.column = static_cast<std::int64_t>(offset) + 1});
}

void appendUtf8(std::string& text, std::uint32_t code) {
    const auto add = [&text](std::uint32_t byte) { text += static_cast<char>(byte); };
    if (code < 0x80) {
        add(code);
    } else if (code < 0x800) {
        add(0xC0U | (code >> 6U));
        add(0x80U | (code & 0x3FU));
    } else if (code < 0x10000) {
        add(0xE0U | (code >> 12U));
        add(0x80U | ((code >> 6U) & 0x3FU));
        add(0x80U | (code & 0x3FU));
    } else {
        add(0xF0U | (code >> 18U));
        add(0x80U | ((code >> 12U) & 0x3FU));
        add(0x80U | ((code >> 6U) & 0x3FU));
        add(0x80U | (code & 0x3FU));
    }
}

/// Four hexadecimal digits, or nothing.
std::optional<std::uint32_t> hexadecimal(std::string_view text) {
    if (text.size() < 4) {
        return std::nullopt;
    }
    std::uint32_t code = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + 4, code, 16);
    return error == std::errc() && end == text.data() + 4 ? std::optional(code) : std::nullopt;
}

bool isHighSurrogate(std::uint32_t code) {
    return code >= 0xD800 && code < 0xDC00;
}
bool isLowSurrogate(std::uint32_t code) {
    return code >= 0xDC00 && code < 0xE000;
}

/// Appends what the \u escape at `at` says; moves `at` behind it.
Result<void> appendCode(std::string_view text, std::size_t& at, std::string& to) {
    const auto code = hexadecimal(text.substr(at + 2));
    if (!code) {
        return failAt(at, "\\u needs four hexadecimal digits");
    }
    at += 6;
    if (isHighSurrogate(*code) && text.substr(at).starts_with("\\u")) {
        const auto low = hexadecimal(text.substr(at + 2));
        if (low && isLowSurrogate(*low)) {
            at += 6;
            appendUtf8(to, 0x10000U + ((*code - 0xD800U) << 10U) + (*low - 0xDC00U));
            return {};
        }
    }
    appendUtf8(to, isHighSurrogate(*code) || isLowSurrogate(*code) ? kReplacement : *code);
    return {};
}

/// Appends what the escape at `at` says; moves `at` behind it.
Result<void> appendEscape(std::string_view text, std::size_t& at, std::string& to) {
    constexpr std::string_view kLetters = "\"\\/bfnrt";
    constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
    const char letter = at + 1 < text.size() ? text[at + 1] : '\0';
    if (letter == 'u') {
        return appendCode(text, at, to);
    }
    const std::size_t place = kLetters.find(letter);
    if (place == std::string_view::npos) {
        return failAt(at, "a backslash in a string begins no known escape; a plain one is written \\\\");
    }
    to += kMeanings[place];
    at += 2;
    return {};
}

}  // namespace

Result<JsonString> readJsonString(std::string_view text, std::size_t start) {
    std::size_t at = start + 1;
    std::size_t copied = at;
    std::string unescaped;
    bool hasEscapes = false;
    for (;;) {
        while (at < text.size() && text[at] != '"' && text[at] != '\\' &&
               static_cast<unsigned char>(text[at]) >= ' ') {
            ++at;
        }
        if (at == text.size()) {
            return failAt(start, "a string is not closed");
        }
        if (text[at] != '"' && text[at] != '\\') {
            return failAt(at, "a string runs over the end of its line, or holds a control character");
        }
        if (text[at] == '"') {
            break;
        }
        hasEscapes = true;
        unescaped += text.substr(copied, at - copied);
        LOOM_TRY_VOID(appendEscape(text, at, unescaped));
        copied = at;
    }
    if (!hasEscapes) {
        return JsonString{.text = text.substr(start + 1, at - start - 1), .unescaped = {}, .end = at + 1};
    }
    unescaped += text.substr(copied, at - copied);
    return JsonString{.text = {}, .unescaped = std::move(unescaped), .end = at + 1};
}

}  // namespace loomscope
