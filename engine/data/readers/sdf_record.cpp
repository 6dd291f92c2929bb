// SPDX-License-Identifier: Apache-2.0
#include "engine/data/readers/sdf_record.h"

#include <fmt/format.h>

#include <algorithm>

namespace loomscope {

namespace {

bool isBlank(const TextLine& line) {
    return trimmedText(line.text).empty();
}

bool isHeader(std::string_view line) {
    return line.starts_with('>') &&
           (line.find('<') != std::string_view::npos || line.find("DT") != std::string_view::npos);
}

/// The name between < and >, else the number of the field (DT12).
std::string_view nameOf(std::string_view header) {
    const std::size_t open = header.find('<');
    const std::size_t close = header.rfind('>');
    if (open != std::string_view::npos && close != std::string_view::npos && close > open) {
        return header.substr(open + 1, close - open - 1);
    }
    const std::size_t field = header.find("DT");
    if (field == std::string_view::npos) {
        return trimmedText(header.substr(1));
    }
    return header.substr(field, header.find_first_of(" \t", field) - field);
}

}  // namespace

std::vector<SdfRecord> splitSdf(std::string_view text) {
    std::vector<SdfRecord> records;
    SdfRecord record;
    LineReader reader(text);
    while (const auto line = reader.next()) {
        if (!line->text.starts_with("$$$$")) {
            record.lines.push_back(*line);
            continue;
        }
        record.isDelimited = true;
        if (record.lines.empty()) {
            record.lines.push_back(TextLine{.text = {}, .number = line->number});
        }
        records.push_back(std::move(record));
        record = {};
    }
    if (!std::ranges::all_of(record.lines, isBlank)) {
        records.push_back(std::move(record));
    }
    return records;
}

SdfProperties readSdfProperties(std::span<const TextLine> lines) {
    SdfProperties properties;
    bool isOpen = false;
    bool isEmpty = true;
    for (const TextLine& line : lines) {
        if (isHeader(line.text)) {
            const std::string_view name = nameOf(line.text);
            const bool isThere =
                std::ranges::find(properties.fields, name, &std::pair<std::string, std::string>::first) !=
                properties.fields.end();
            if (isThere) {
                properties.remarks.push_back(
                    {line.number, fmt::format("the property {} stands twice; the first counts", name)});
            }
            properties.fields.emplace_back(name, std::string());
            isOpen = isEmpty = true;
        } else if (isBlank(line)) {
            isOpen = false;
        } else if (isOpen) {
            std::string& value = properties.fields.back().second;
            value += isEmpty ? "" : "\n";
            value += line.text;
            isEmpty = false;
        } else {
            properties.remarks.push_back({line.number, "text that belongs to no property is left out"});
        }
    }
    return properties;
}

}  // namespace loomscope
