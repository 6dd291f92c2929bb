// SPDX-License-Identifier: Apache-2.0
#include "engine/data/readers/text_lines.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace loomscope {

namespace {

constexpr std::string_view kBlanks = " \t\r\n";

std::string_view withoutPlus(std::string_view text) {
    const bool hasPlus = text.size() > 1 && text[0] == '+' && text[1] != '-' && text[1] != '+';
    return hasPlus ? text.substr(1) : text;
}

template <class T>
std::optional<T> parseAll(std::string_view text) {
    text = withoutPlus(text);
    T value{};
    const char* end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && at == end && !text.empty() ? std::optional(value) : std::nullopt;
}

}  // namespace

std::optional<TextLine> LineReader::next() {
    if (back_) {
        return std::exchange(back_, std::nullopt);
    }
    if (rest_.empty()) {
        return std::nullopt;
    }
    std::string_view line = rest_.substr(0, rest_.find('\n'));
    rest_.remove_prefix(std::min(rest_.size(), line.size() + 1));
    while (line.ends_with('\r')) {
        line.remove_suffix(1);
    }
    return TextLine{.text = line, .number = ++number_};
}

std::string_view trimmedText(std::string_view text) {
    const std::size_t first = text.find_first_not_of(kBlanks);
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

std::vector<std::string_view> splitAt(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) {
            return parts;
        }
        text.remove_prefix(end + 1);
    }
}

std::vector<std::string_view> splitWords(std::string_view text) {
    std::vector<std::string_view> words;
    while (!(text = trimmedText(text)).empty()) {
        words.push_back(text.substr(0, text.find_first_of(" \t")));
        text.remove_prefix(words.back().size());
    }
    return words;
}

std::optional<std::int64_t> parseWhole(std::string_view text) {
    return parseAll<std::int64_t>(text);
}

std::optional<double> parseFinite(std::string_view text) {
    const auto value = parseAll<double>(text);
    return value && std::isfinite(*value) ? value : std::nullopt;
}

}  // namespace loomscope
