// SPDX-License-Identifier: Apache-2.0
#include "engine/data/readers/text_encoding.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace loomscope {

namespace {

// Characters of Windows-1252 for 0x80 … 0x9F; unused places keep their Latin-1 control character.
constexpr std::array<char32_t, 32> kWindows1252 = {
    0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};

constexpr char32_t kReplacement = 0xFFFD;

bool isContinuation(char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

void appendUtf8(std::string& out, char32_t c) {
    const auto put = [&out](char32_t byte) { out += static_cast<char>(byte); };
    if (c < 0x80) {
        put(c);
    } else if (c < 0x800) {
        put(0xC0 | c >> 6);
        put(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        put(0xE0 | c >> 12);
        put(0x80 | (c >> 6 & 0x3F));
        put(0x80 | (c & 0x3F));
    } else {
        put(0xF0 | c >> 18);
        put(0x80 | (c >> 12 & 0x3F));
        put(0x80 | (c >> 6 & 0x3F));
        put(0x80 | (c & 0x3F));
    }
}

/// Length of the longest valid UTF-8 start of `text`; fast over ASCII.
std::size_t validPrefix(std::string_view text) {
    std::size_t at = 0;
    while (at < text.size()) {
        std::uint64_t word = 0;
        while (at + sizeof word <= text.size()) {
            std::memcpy(&word, text.data() + at, sizeof word);
            if ((word & 0x8080808080808080ULL) != 0) {
                break;
            }
            at += sizeof word;
        }
        if (at == text.size()) {
            break;
        }
        const std::size_t length = utf8Length(text.substr(at));
        if (length == 0) {
            return at;
        }
        at += length;
    }
    return at;
}

void convertWindows1252(DecodedText& decoded) {
    std::string out;
    std::int64_t line = 1;
    std::int64_t warnedLine = 0;
    std::size_t lineStart = 0;
    for (std::string_view rest = decoded.source; !rest.empty();) {
        const std::size_t valid = validPrefix(rest);
        for (const char c : rest.substr(0, valid)) {
            out += c;
            if (c == '\n') {
                ++line;
                lineStart = out.size();
            }
        }
        rest.remove_prefix(valid);
        if (rest.empty()) {
            break;
        }
        if (line != warnedLine) {
            const std::int64_t column = countCharacters(std::string_view(out).substr(lineStart)) + 1;
            decoded.warnings.push_back({.line = line,
                                        .column = column,
                                        .message =
                                            "the file is not UTF-8 here; the bytes were read as Windows-1252 "
                                            "(Latin-1). Save the file as UTF-8 if words look wrong"});
            warnedLine = line;
        }
        const auto byte = static_cast<unsigned char>(rest.front());
        appendUtf8(out, byte < 0xA0 ? kWindows1252[byte - 0x80U] : byte);
        rest.remove_prefix(1);
    }
    decoded.converted = std::move(out);
}

char32_t unitAt(std::string_view bytes, std::size_t at, std::endian order) {
    const auto first = static_cast<unsigned char>(bytes[at]);
    const auto second = static_cast<unsigned char>(bytes[at + 1]);
    return order == std::endian::little ? first | second << 8U : first << 8U | second;
}

void convertUtf16(DecodedText& decoded, std::endian order) {
    const std::string_view bytes = decoded.source.substr(2);
    std::string out;
    out.reserve(bytes.size() / 2);
    for (std::size_t at = 0; at + 1 < bytes.size(); at += 2) {
        const char32_t unit = unitAt(bytes, at, order);
        if (unit < 0xD800 || unit > 0xDFFF) {
            appendUtf8(out, unit);
            continue;
        }
        const char32_t low = unit < 0xDC00 && at + 3 < bytes.size() ? unitAt(bytes, at + 2, order) : 0;
        if (low >= 0xDC00 && low <= 0xDFFF) {
            appendUtf8(out, 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00));
            at += 2;
        } else {
            appendUtf8(out, kReplacement);
        }
    }
    decoded.converted = std::move(out);
    decoded.warnings.push_back(
        {.line = 1, .column = 1, .message = "the file is UTF-16; it was converted to UTF-8"});
}

}  // namespace

std::size_t utf8Length(std::string_view text) {
    const auto lead = text.empty() ? 0xFFU : static_cast<unsigned char>(text.front());
    if (lead < 0x80) {
        return 1;
    }
    const std::size_t length = lead >= 0xC2 && lead < 0xE0   ? 2
                               : lead >= 0xE0 && lead < 0xF0 ? 3
                               : lead >= 0xF0 && lead < 0xF5 ? 4
                                                             : 0;
    if (length == 0 || text.size() < length ||
        !std::ranges::all_of(text.substr(1, length - 1), isContinuation)) {
        return 0;
    }
    const auto second = static_cast<unsigned char>(text[1]);
    const bool isOverlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
    const bool isSurrogate = lead == 0xED && second >= 0xA0;
    const bool isTooLarge = lead == 0xF4 && second >= 0x90;
    return isOverlong || isSurrogate || isTooLarge ? 0 : length;
}

std::int64_t countCharacters(std::string_view text) {
    return std::ranges::count_if(text, [](char c) { return !isContinuation(c); });
}

DecodedText decodeText(std::string_view bytes) {
    DecodedText decoded{.source = bytes};
    if (bytes.starts_with("\xFF\xFE")) {
        convertUtf16(decoded, std::endian::little);
        return decoded;
    }
    if (bytes.starts_with("\xFE\xFF")) {
        convertUtf16(decoded, std::endian::big);
        return decoded;
    }
    if (bytes.starts_with("\xEF\xBB\xBF")) {
        decoded.source.remove_prefix(3);
    }
    if (validPrefix(decoded.source) != decoded.source.size()) {
        convertWindows1252(decoded);
    }
    return decoded;
}

}  // namespace loomscope
