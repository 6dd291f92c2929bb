// SPDX-License-Identifier: Apache-2.0
#include "engine/data/readers/xyz_comment.h"

#include "engine/data/readers/text_lines.h"

#include <algorithm>

namespace loomscope {

namespace {

constexpr std::string_view kBlanks = " \t";

/// Takes a value from the front of a text: to its closing quote or bracket, else to the next blank.
std::string takeValue(std::string_view& text) {
    constexpr std::string_view kOpening = "\"'{[";
    constexpr std::string_view kClosing = "\"'}]";
    const std::size_t quote = text.empty() ? std::string_view::npos : kOpening.find(text[0]);
    std::size_t end = 0;
    std::string_view value;
    if (quote != std::string_view::npos && text.find(kClosing[quote], 1) != std::string_view::npos) {
        end = text.find(kClosing[quote], 1) + 1;
        value = text.substr(1, end - 2);
    } else {
        end = std::min(text.find_first_of(kBlanks), text.size());
        value = text.substr(0, end);
    }
    text.remove_prefix(end);
    return std::string(value);
}

}  // namespace

std::vector<std::pair<std::string, std::string>> readXyzComment(std::string_view comment) {
    std::vector<std::pair<std::string, std::string>> pairs;
    while (!(comment = trimmedText(comment)).empty()) {
        const std::size_t end = std::min(comment.find_first_of(" \t="), comment.size());
        const std::string key(comment.substr(0, end));
        comment.remove_prefix(end);
        if (!comment.starts_with('=') || key.empty()) {
            comment.remove_prefix(key.empty() ? 1 : 0);
            continue;  // a word without a value
        }
        comment.remove_prefix(1);
        pairs.emplace_back(key, takeValue(comment));
    }
    return pairs;
}

XyzColumns readXyzColumns(std::string_view properties) {
    XyzColumns columns;
    const auto parts = splitAt(properties, ':');
    std::size_t column = 0;
    for (std::size_t i = 0; i + 2 < parts.size(); i += 3) {
        if (parts[i] == "species" || parts[i] == "Z") {
            columns.symbol = column;
        } else if (parts[i] == "pos") {
            columns.position = column;
        }
        column +=
            static_cast<std::size_t>(std::clamp<std::int64_t>(parseWhole(parts[i + 2]).value_or(1), 0, 100));
    }
    return columns;
}

}  // namespace loomscope
